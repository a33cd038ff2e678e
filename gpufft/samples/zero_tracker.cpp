// SPDX-License-Identifier: MIT
#include "gpufft/samples/zero_tracker.h"

#include <algorithm>

#include "gpufft/samples/samples.h"

namespace gpufft {
namespace {

// About a second of a dongle's samples, or sixteen frames where those are longer: the notch stays narrower than a bin.
double memory_for(std::size_t bins) { return static_cast<double>(std::max<std::size_t>(1 << 21, 16 * bins)); }

}  // namespace

ZeroTracker::ZeroTracker(const SpectrumRequest& request)
    : format_(request.format),
      remove_dc_(request.remove_dc),
      hop_bytes_(request.hop * bytes_per_sample(request.format)),
      memory_(memory_for(request.bins)),
      mean_(scale_of(request.format).zero, scale_of(request.format).zero),
      zero_(mean_) {}

void ZeroTracker::begin(std::span<const std::byte> iq) {
  if (remove_dc_ && known_ == 0) track(iq);
}

void ZeroTracker::track(std::span<const std::byte> iq) {
  const auto samples = static_cast<double>(iq.size() / bytes_per_sample(format_));
  known_ = std::min(known_ + samples, memory_);
  mean_ += (mean_of(format_, iq) - mean_) * std::min(1.0, samples / known_);
  zero_ = std::complex<float>(mean_);
}

}  // namespace gpufft
