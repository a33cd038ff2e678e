// SPDX-License-Identifier: MIT
#include "daemon/store/frame_maker.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

using std::chrono::duration_cast;
using std::chrono::floor;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

std::uint16_t ten_thousandths_of(double fraction) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * 10000));
}

// Clipping that was seen never rounds to none.
std::uint16_t clipped_of(double fraction) {
  return static_cast<std::uint16_t>(std::ceil(std::clamp(fraction, 0.0, 1.0) * 10000));
}

std::int64_t up_to_ms(Time time) { return std::chrono::ceil<milliseconds>(time).time_since_epoch().count(); }

}  // namespace

void quantise(std::span<const Centibel> levels, double base_db, std::vector<std::uint8_t>& target) {
  constexpr int kStep = static_cast<int>(kLevelStepDb * kCentibels);
  const int base = static_cast<int>(std::lround(base_db * kCentibels));
  const std::size_t start = target.size();
  target.resize(start + levels.size());
  // Half a step above base is 2, rounded up as the binary rows do: floor((level - base) / step + 1.5).
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const int value = (std::max(levels[i] - base, -kStep) + kStep + kStep / 2) / kStep;
    target[start + i] = levels[i] == kNoLevel ? std::uint8_t{0} : static_cast<std::uint8_t>(std::clamp(value, 1, 255));
  }
}

bool FrameMaker::accepts(const Row& row, const RowSetting& setting) const {
  const FrameHead& head = frame_.head;
  return empty() || (!full() && row.center == head.center && row.span == head.span &&
                     std::min(row.bins(), kMostStoredBins) == head.bins && row.generation == head.generation &&
                     setting == setting_);
}

void FrameMaker::begin(const Row& row, const RowSetting& setting) {
  setting_ = setting;
  frame_ = {};
  FrameHead& head = frame_.head;
  head.t0_ms = to_ms(row.time);
  head.epoch = setting.epoch;
  head.first_sequence = row.sequence;
  head.center = row.center;
  head.span = row.span;
  head.bins = std::min(row.bins(), kMostStoredBins);
  head.generation = row.generation;
  head.gain = setting.gain;
  head.rbw_hz = setting.rbw_hz;
  head.base_db = setting.base_db;
}

void FrameMaker::add(const Row& row, const RowSetting& setting) {
  assert(accepts(row, setting));
  if (empty()) begin(row, setting);
  FrameHead& head = frame_.head;
  ++head.rows;
  head.last_sequence = row.sequence;
  head.t1_ms = std::max(head.t1_ms, up_to_ms(row.time + row.duration));
  head.flags |= row.flags;
  frame_.notes.push_back({.offset = row.time.time_since_epoch() - milliseconds(head.t0_ms),
                          .duration = row.duration,
                          .sequence = row.sequence,
                          .ffts = row.ffts,
                          .coverage = ten_thousandths_of(row.coverage),
                          .clipped = clipped_of(row.clipped),
                          .flags = row.flags});
  const Window whole = window_of(row, row.bins(), View{.bins = kMostStoredBins, .mean_pool = Pool::Max});
  quantise(levels_in(row, Detector::Mean, whole), head.base_db, frame_.mean);
  quantise(levels_in(row, Detector::Max, whole), head.base_db, frame_.max);
}

Frame FrameMaker::take() {
  assert(!empty());
  return std::exchange(frame_, {});
}

}  // namespace spectrumd
