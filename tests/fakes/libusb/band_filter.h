// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fake_usb {

// What the filters of a stick make of its band: nothing in the middle, and three quarters of the way to the edges 2.5
// dB are gone below and 1.5 dB above. Real ones look like that, give or take a decibel.
// It comes after the converter, whose steps it does not know: signals below a few of them get through as they are.
class BandFilter {
 public:
  void pass(std::span<std::byte> iq);  // unsigned bytes, I and Q in turn, one stretch after the other

 private:
  static constexpr std::size_t kTaps = 4;
  using Taps = std::array<std::complex<float>, kTaps>;
  static const Taps& taps();

  std::array<std::complex<float>, kTaps> last_{};  // samples, the newest first
};

}  // namespace fake_usb
