// SPDX-License-Identifier: MIT
#include "daemon/commands/history/work_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 2s, kOnTerminal = 1s, kElsewhere = 10s;

}  // namespace

WorkProgress::WorkProgress(std::ostream& stream, bool is_terminal, std::string what, Clock::time_point now)
    : stream_(stream), is_terminal_(is_terminal), what_(std::move(what)), next_(now + kFirst) {}

WorkProgress::~WorkProgress() {
  if (shown_ && is_terminal_) stream_ << '\n';
}

void WorkProgress::update(std::uint64_t done, std::uint64_t all, Clock::time_point now) {
  if (now < next_) return;
  next_ = now + (is_terminal_ ? kOnTerminal : kElsewhere);
  shown_ = true;
  const std::string text = fmt::format("{}: {} %", what_, done * 100 / std::max<std::uint64_t>(1, all));
  stream_ << (is_terminal_ ? "\r" + text : text + '\n') << std::flush;
}

}  // namespace spectrumd
