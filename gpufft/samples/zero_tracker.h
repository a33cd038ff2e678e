// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <span>

#include "gpufft/spectrum.h"

namespace gpufft {

// Tracks the value of silence for each frame: the format's zero or, with remove_dc, the slowly moving mean of the
// samples before the frame. That mean is the plain average until enough samples are known; from then on the newest
// replace the oldest at that pace, so there is no transient at the start.
class ZeroTracker {
 public:
  explicit ZeroTracker(const SpectrumRequest& request);

  void begin(std::span<const std::byte> iq);  // of a call; the samples of the first one after reset() set the mean
  // The zero for the next frame; called for each frame in order. Inline: a pair of floats that a function returns goes
  // through memory twice, and the second time waits until all earlier writes are in the cache.
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
