// SPDX-License-Identifier: MIT
#include "daemon/sources/sample_clock.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kWindow = 1;             // seconds
constexpr std::size_t kMostMarks = 600;   // ten minutes: as long as a crystal takes to warm up
constexpr std::size_t kMarksForPpm = 30;  // a second's least delay is good to a tenth of a millisecond: 3 ppm
constexpr double kStep = 0.002;           // seconds; shorter losses drown in the jitter of a busy machine
constexpr int kLateWindowsForLoss = 3;

double seconds(SampleClock::Clock::duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

std::uint64_t SampleClock::arrived(std::uint64_t samples, Clock::time_point now) {
  if (!start_)
    start_ = now - std::chrono::duration_cast<Clock::duration>(
                       std::chrono::duration<double>(static_cast<double>(samples) / rate_));
  before_block_ = samples_;
  samples_ += samples;
  const double time = seconds(now - *start_);
  const double delay = time - static_cast<double>(samples_) / rate_;
  least_ = window_empty_ ? delay : std::min(least_, delay);
  window_empty_ = false;
  return time < window_end_ ? 0 : finish_window(time);
}

std::uint64_t SampleClock::finish_window(double now) {
  window_end_ = now + kWindow;
  window_empty_ = true;
  const double expected = expected_delay(now);
  if (marks_.empty() || least_ < expected + kStep) {
    if (!marks_.empty() && least_ < expected - kStep) marks_.clear();  // all of them were late
    late_windows_ = 0;
    marks_.push_back({now, least_});
    if (marks_.size() > kMostMarks) marks_.pop_front();
    return 0;
  }
  if (++late_windows_ < kLateWindowsForLoss) return 0;
  const auto lost = static_cast<std::uint64_t>(std::llround((least_ - expected) * rate_));
  samples_ += lost;  // as if they had come
  before_block_ += lost;
  late_windows_ = 0;
  return lost;
}

double SampleClock::expected_delay(double time) const {
  if (marks_.empty()) return 0;
  const double slope_known = marks_.size() < kMarksForPpm ? 0 : slope();
  return marks_.back().delay + slope_known * (time - marks_.back().time);
}

// Slope of the straight line that fits the marks best.
double SampleClock::slope() const {
  double time = 0, delay = 0;
  for (const Mark& mark : marks_) {
    time += mark.time;
    delay += mark.delay;
  }
  time /= static_cast<double>(marks_.size());
  delay /= static_cast<double>(marks_.size());
  double above = 0, below = 0;
  for (const Mark& mark : marks_) {
    above += (mark.time - time) * (mark.delay - delay);
    below += (mark.time - time) * (mark.time - time);
  }
  return below > 0 ? above / below : 0;
}

SampleClock::Clock::time_point SampleClock::time_of_block() const {
  const double sample_time = static_cast<double>(before_block_) / rate_;
  const double delay = marks_.empty() ? 0 : expected_delay(marks_.back().time);
  return *start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(sample_time + delay));
}

std::optional<double> SampleClock::ppm() const {
  if (marks_.size() < kMarksForPpm) return std::nullopt;
  return -slope() / (1 + slope()) * 1e6;
}

}  // namespace spectrumd
