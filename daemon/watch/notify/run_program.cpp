// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <system_error>

#include "daemon/watch/notify/deliveries.h"
#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

constexpr std::chrono::seconds kDeadline{30};

std::string text_of_error(int error) { return std::generic_category().message(error); }

// What the child gets: standard input from a file in memory, nothing else that is open here, and no blocked signal.
class Surroundings {
 public:
  explicit Surroundings(int input) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, 0);
    posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  ~Surroundings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

int file_with(const std::string& input) {
  const int file = memfd_create("spectrumd-input", MFD_CLOEXEC);
  if (file >= 0 && ::write(file, input.data(), input.size()) >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

// Waits for its end, the deadline or the stop; false for the last two.
bool ends_in_time(pid_t child, const std::stop_token& stop) {
  const mailbox::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  const auto deadline = std::chrono::steady_clock::now() + kDeadline;
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < deadline) {
    pollfd ended{process.get(), POLLIN, 0};
    if (::poll(&ended, 1, 200) > 0) return true;
  }
  return false;
}

std::string end_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("ended with status {}", WEXITSTATUS(status));
}

}  // namespace

std::string run_program(const std::vector<std::string>& arguments, const std::string& input, std::stop_token stop) {
  if (arguments.empty() || !arguments[0].starts_with('/')) return "the program is not an absolute path";
  const mailbox::Descriptor file(file_with(input));
  const Surroundings surroundings(file.get());
  std::vector<char*> list;
  for (const std::string& argument : arguments) list.push_back(const_cast<char*>(argument.c_str()));
  list.push_back(nullptr);
  std::array environment{const_cast<char*>("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
                         const_cast<char*>("LANG=C.UTF-8"), static_cast<char*>(nullptr)};
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0].c_str(), surroundings.actions(), surroundings.attributes(),
                                list.data(), environment.data());
  if (error != 0) return fmt::format("{}: {}", arguments[0], text_of_error(error));
  const bool in_time = ends_in_time(child, stop);
  if (!in_time) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return fmt::format("{}: ran longer than {} s", arguments[0], kDeadline.count());
  const std::string end = end_of(status);
  return end.empty() ? "" : fmt::format("{}: {}", arguments[0], end);
}

}  // namespace spectrumd
