// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <span>

namespace spectrumd {

// What is constant in the samples of a radio, its DC spike, as it is in a channel: a tone whose frequency is known. Its
// amplitude is tracked, as slowly as for the rows of the band, so that a carrier a few bins away stays what it is. One
// thread.
class ConstantOffset {
 public:
  // Of transforms of so many samples.
  ConstantOffset(double rate, std::size_t points);

  // A new stretch of samples, in which the tone has that frequency; out of the channel, there is none.
  void begin(double hertz);

  // Samples of the stretch, counted from `first` on: to track it, and to remove it as it is by now.
  void track(std::uint64_t first, std::span<const std::complex<float>> samples);
  void remove(std::uint64_t first, std::span<std::complex<float>> samples) const;

  bool in_channel() const { return in_channel_; }

 private:
  double phase_at(std::uint64_t number) const;  // turns

  const double rate_, memory_;  // samples that the mean is of, at most
  bool in_channel_ = false;
  double step_ = 0;   // turns a sample
  double known_ = 0;  // samples tracked, up to the memory
  std::complex<double> mean_;
};

}  // namespace spectrumd
