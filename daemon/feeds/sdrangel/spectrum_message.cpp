// SPDX-License-Identifier: MIT
#include "daemon/feeds/sdrangel/spectrum_message.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "daemon/channels/listening/little_endian.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostValues = 32768;  // of SDRangel's longest FFT
constexpr std::size_t kHeadBytes = 36;
constexpr std::uint32_t kUpperSideband = 4;  // set by SDRangel unless its user says otherwise; values are decibels
constexpr float kNothing = -200;             // dB, where nothing was received

std::uint32_t bandwidth_of(Hertz span) {
  return static_cast<std::uint32_t>(std::min(std::round(span.value), double{std::numeric_limits<std::int32_t>::max()}));
}

std::uint64_t milliseconds_of(Time time) { return static_cast<std::uint64_t>(to_ms(time)); }

}  // namespace

SharedBytes spectrum_message(const Row& row, Detector detector, Time now, std::chrono::milliseconds since) {
  const Window window = window_of(row, row.bins(), {.bins = kMostValues});
  const auto levels = levels_in(row, detector, window);
  auto message = std::make_shared<std::vector<std::byte>>();
  message->reserve(kHeadBytes + levels.size() * sizeof(float));
  append_number(static_cast<std::uint64_t>(std::max(0.0, std::round(window.center.value))), *message);
  append_number(static_cast<std::uint64_t>(since.count()), *message);
  append_number(milliseconds_of(now), *message);
  append_number(static_cast<std::uint32_t>(levels.size()), *message);
  append_number(bandwidth_of(window.span), *message);
  append_number(kUpperSideband, *message);
  for (const Centibel level : levels) {
    const float db = level == kNoLevel ? kNothing : static_cast<float>(decibels(level));
    append_number(std::bit_cast<std::uint32_t>(db), *message);
  }
  return message;
}

}  // namespace spectrumd
