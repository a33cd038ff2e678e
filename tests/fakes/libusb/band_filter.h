// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fake_usb {

// The passband of a stick's filters: flat in the middle; three quarters of the way to the edges 2.5 dB are lost below
// and 1.5 dB above. Real ones look like that, give or take a decibel. It comes after the converter and ignores its
// steps: signals below a few of them pass unchanged.
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
