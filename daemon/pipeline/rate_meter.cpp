// SPDX-License-Identifier: MIT
#include "daemon/pipeline/rate_meter.h"

namespace spectrumd {

namespace {
constexpr auto kWindow = std::chrono::seconds(10);
constexpr auto kStep = std::chrono::milliseconds(250);
constexpr auto kLeast = std::chrono::milliseconds(500);
}  // namespace

void RateMeter::note(std::uint64_t total, Clock::time_point now) {
  if (marks_.size() >= 2 && marks_.back().time - marks_[marks_.size() - 2].time < kStep)
    marks_.back() = {now, total};
  else
    marks_.push_back({now, total});
  while (marks_.size() > 2 && now - marks_[1].time > kWindow) marks_.pop_front();
}

double RateMeter::per_second() const {
  if (marks_.size() < 2) return 0;
  const auto elapsed = marks_.back().time - marks_.front().time;
  if (elapsed < kLeast) return 0;
  return static_cast<double>(marks_.back().total - marks_.front().total) /
         std::chrono::duration<double>(elapsed).count();
}

}  // namespace spectrumd
