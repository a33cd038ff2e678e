// SPDX-License-Identifier: MIT
#include "daemon/doctor/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;
using mailbox::Descriptor;

constexpr auto kTimeToDie = std::chrono::milliseconds(500);

[[noreturn]] void work_as_child(const std::function<Json()>& work, int answer) {
  const int nowhere = open("/dev/null", O_WRONLY);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, descriptor);
  Json result;
  try {
    result["result"] = work();
  } catch (const std::exception& error) {
    result["error"] = error.what();
  }
  const std::string text = result.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = write(answer, text.data() + sent, text.size() - sent);
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  _exit(0);
}

// Reads until the other end is closed; nullopt on timeout.
std::optional<std::string> everything_from(int descriptor, Clock::time_point end) {
  std::string text;
  std::array<char, 4096> piece;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return std::nullopt;
    const ssize_t count = read(descriptor, piece.data(), piece.size());
    if (count <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
}

// Returns how it ended; nullopt if it did not.
std::optional<int> wait_for(pid_t child) {
  int status = 0;
  for (const auto end = Clock::now() + kTimeToDie; Clock::now() < end;) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return std::nullopt;
}

}  // namespace

Json in_child(const std::function<Json()>& work, std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw ChildFailed(std::strerror(errno));
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  const pid_t child = fork();
  if (child < 0) throw ChildFailed(std::strerror(errno));
  if (child == 0) work_as_child(work, ends[1]);
  to = Descriptor();
  const auto text = everything_from(from.get(), Clock::now() + limit);
  if (!text) kill(child, SIGKILL);
  const auto status = wait_for(child);
  if (!text) throw ChildFailed(fmt::format("no answer within {} s", static_cast<double>(limit.count()) / 1000));
  if (status && WIFSIGNALED(*status)) throw ChildFailed(fmt::format("it crashed: {}", strsignal(WTERMSIG(*status))));
  const Json answer = Json::parse(*text, nullptr, false);
  if (!answer.is_object()) throw ChildFailed("it exited without a result");
  if (answer.contains("error")) throw ChildFailed(answer["error"].get<std::string>());
  return answer["result"];
}

}  // namespace spectrumd
