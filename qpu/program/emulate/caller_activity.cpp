// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/caller_activity.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <time.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace qpu {

namespace {

namespace fs = std::filesystem;

// Far more than between two writes of a launch, a few microseconds, even under an emulator of another processor.
constexpr std::chrono::milliseconds kComputes{5};

pid_t peer_of(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

// The letter behind the name in parentheses, which may contain anything.
char state_of(const fs::path& thread) {
  std::ifstream file(thread / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_ends = line.rfind(')');
  return name_ends == std::string::npos || name_ends + 2 >= line.size() ? '?' : line[name_ends + 2];
}

}  // namespace

CallerActivity::CallerActivity(int socket) : process_(peer_of(socket)) { begin(); }

void CallerActivity::begin() {
  began_ = processor_time();
  slept_ = false;
}

bool CallerActivity::goes_on() {
  if (processor_time() - began_ >= kComputes) return true;
  const bool slept_before = slept_;
  slept_ = sleeps();
  return slept_before && slept_;
}

std::chrono::nanoseconds CallerActivity::processor_time() const {
  clockid_t clock = 0;
  timespec used{};
  if (clock_getcpuclockid(process_, &clock) != 0 || clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

bool CallerActivity::sleeps() const {
  std::error_code gone;
  for (const fs::directory_entry& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process_), gone))
    if (state_of(thread.path()) != 'S') return false;
  return !gone;
}

}  // namespace qpu
