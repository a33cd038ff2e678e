// SPDX-License-Identifier: MIT
#include "gpufft/process/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "gpufft/backend.h"
#include "mailbox/descriptor.h"

extern char** environ;

namespace gpufft::process {
namespace {

// Processes that have been killed, until the system reports their end.
class EndingProcesses {
 public:
  static EndingProcesses& get() {
    static EndingProcesses all;
    return all;
  }
  void add(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    pids_.push_back(pid);
  }
  void collect() {
    const std::scoped_lock lock(mutex_);
    std::erase_if(pids_, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::vector<pid_t> pids_;
};

// Above the descriptors that the child gets, so that none is overwritten before it is moved.
mailbox::Descriptor moved_up(int descriptor) {
  constexpr int kAbove = kSocketDescriptor + 1;
  return mailbox::Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, kAbove));
}

// The child has these two descriptors and the standard ones only, and no blocked signals.
struct SpawnSettings {
  SpawnSettings(int memory, int socket) : memory_(moved_up(memory)), socket_(moved_up(socket)) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, memory_.get(), kMemoryDescriptor);
    posix_spawn_file_actions_adddup2(&files, socket_.get(), kSocketDescriptor);
    posix_spawn_file_actions_addclosefrom_np(&files, kSocketDescriptor + 1);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

 private:
  mailbox::Descriptor memory_, socket_;
};

}  // namespace

Child::Child(const std::filesystem::path& program, int memory, int socket) : program_(program.string()) {
  EndingProcesses::get().collect();
  const SpawnSettings settings(memory, socket);
  char* arguments[] = {program_.data(), nullptr};
  const int error = posix_spawn(&pid_, program_.c_str(), &settings.files, &settings.attributes, arguments, environ);
  if (error != 0) throw DeviceError(program_ + ": " + std::strerror(error));
}

Child::~Child() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  EndingProcesses::get().add(pid_);
  EndingProcesses::get().collect();
}

// Its socket closes a moment before the system knows how the process ended.
std::string Child::how_it_ended() {
  constexpr int kTries = 50;
  for (int tries = 0; pid_ >= 0 && tries < kTries; ++tries) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFSIGNALED(status) ? " by signal " + std::to_string(WTERMSIG(status)) : "";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return "";
}

std::optional<std::filesystem::path> program_next_to(const char* name) {
  std::error_code error;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& place : {here / name, here.parent_path() / "lib/spectrumd" / name})
    if (std::filesystem::exists(place, error)) return place;
  return std::nullopt;
}

}  // namespace gpufft::process
