// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/band_filter.h"

#include <algorithm>
#include <cmath>

namespace fake_usb {
namespace {

constexpr float kZero = 127.5F;  // of the bytes

// The neighbours' share in each sample, and the tilt of the band.
constexpr float kFall = 0.06F, kLean = 0.08F;

std::byte byte_of(float value) { return static_cast<std::byte>(std::lround(std::clamp(value + kZero, 0.0F, 255.0F))); }

}  // namespace

// (kFall, 1 - 2 kFall, kFall) after (1, i kLean), whose gains in the middle are 1 and |1 + i kLean|.
const BandFilter::Taps& BandFilter::taps() {
  static const Taps all = [] {
    const std::complex<float> lean(0, kLean);
    const float unit = 1 / std::abs(1.0F + lean);
    const std::array<float, 3> low{kFall, 1 - 2 * kFall, kFall};
    Taps made{};
    for (std::size_t i = 0; i < low.size(); ++i) {
      made[i] += low[i] * unit;
      made[i + 1] += low[i] * unit * lean;
    }
    return made;
  }();
  return all;
}

void BandFilter::pass(std::span<std::byte> iq) {
  for (std::size_t at = 0; at + 1 < iq.size(); at += 2) {
    std::shift_right(last_.begin(), last_.end(), 1);
    last_[0] = {static_cast<float>(iq[at]) - kZero, static_cast<float>(iq[at + 1]) - kZero};
    std::complex<float> sum;
    for (std::size_t tap = 0; tap < kTaps; ++tap) sum += taps()[tap] * last_[tap];
    iq[at] = byte_of(sum.real());
    iq[at + 1] = byte_of(sum.imag());
  }
}

}  // namespace fake_usb
