// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <span>

#include "gpufft/spectrum.h"

namespace gpufft {

// What the samples of each frame count when there is no signal: the format's zero or, where DC is removed, the slowly
// moving mean of what came before the frame. That mean is the plain average until it knows enough samples, from then on
// the newest replace the oldest at that pace: no transient at the start.
class ZeroTracker {
 public:
  explicit ZeroTracker(const SpectrumRequest& request);

  void begin(std::span<const std::byte> iq);  // a call with these samples; the first one after reset() sets the mean
  // Of a frame, which is asked for in turn. Inline: a pair of floats that a function returns goes through memory twice,
  // and the second time waits until all that was written before is in the cache.
  std::complex<float> next(std::span<const std::byte> frame) {
    const std::complex<float> zero = zero_;
    if (remove_dc_) track(frame.first(std::min(frame.size(), hop_bytes_)));
    return zero;
  }
  void reset() { known_ = 0; }

 private:
  void track(std::span<const std::byte> iq);

  SampleFormat format_;
  bool remove_dc_;
  std::size_t hop_bytes_;
  double memory_;     // samples
  double known_ = 0;  // samples
  std::complex<double> mean_;
  std::complex<float> zero_;  // mean_, rounded
};

}  // namespace gpufft
