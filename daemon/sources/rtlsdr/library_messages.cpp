// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/library_messages.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kSilence = std::chrono::seconds(10);
constexpr std::size_t kMostCauses = 64;

thread_local LibraryListener* listener = nullptr;
thread_local std::string line_so_far;

// Lines that differ only in numbers have the same cause.
class Repeats {
 public:
  // Returns how often the cause occurred since it was last logged; nullopt if it is not to be logged now.
  std::optional<int> due(std::string_view line) {
    std::string cause(line);
    std::erase_if(cause, [](char c) { return c >= '0' && c <= '9'; });
    const std::scoped_lock lock(mutex_);
    if (causes_.size() > kMostCauses) causes_.clear();
    Entry& entry = causes_[cause];
    ++entry.count;
    if (entry.logged != Clock::time_point{} && Clock::now() - entry.logged < kSilence) return std::nullopt;
    entry.logged = Clock::now();
    return std::exchange(entry.count, 0);
  }

 private:
  struct Entry {
    Clock::time_point logged;
    int count = 0;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> causes_;
};

bool is_trouble(std::string_view line) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"fail", "rror", "not ", "No ", "cancel", "Invalid"},
      [line](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

void log(std::string_view line) {
  static Repeats& repeats = *new Repeats;  // threads of a driver that hangs may print while the program ends
  const auto times = repeats.due(line);
  if (!times) return;
  const std::string often = *times > 1 ? fmt::format(" ({} times)", *times) : "";
  spdlog::log(is_trouble(line) ? spdlog::level::warn : spdlog::level::debug, "driver: {}{}", line, often);
}

}  // namespace

struct LibraryStream {
  static void end_line() {
    const std::string line = std::exchange(line_so_far, "");
    if (line.empty()) return;
    if (listener) listener->hear_(line);
    log(line);
  }

  static ssize_t write(void*, const char* text, std::size_t length) {
    for (const char c : std::string_view(text, length)) c == '\n' ? end_line() : line_so_far.push_back(c);
    return static_cast<ssize_t>(length);
  }
};

void capture_library_messages() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::FILE* const stream =
        fopencookie(nullptr, "w", {.read = nullptr, .write = LibraryStream::write, .seek = nullptr, .close = nullptr});
    if (!stream) return;
    setvbuf(stream, nullptr, _IONBF, 0);
    stderr = stream;  // glibc lets it be set
  });
}

LibraryListener::LibraryListener(Hear hear) : hear_(std::move(hear)), outer_(std::exchange(listener, this)) {}

LibraryListener::~LibraryListener() { listener = outer_; }

}  // namespace spectrumd
