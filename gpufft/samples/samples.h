// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/spectrum.h"

namespace gpufft {

// How to read a format's counts. Numbers of several bytes are little-endian, as all supported machines are.
struct Scale {
  double zero;  // the count for no signal
  double full;  // counts from zero to full scale
};
Scale scale_of(SampleFormat format);

// Bytes of consecutive frames: a hop for each but the last, which is whole.
constexpr std::size_t bytes_of(const SpectrumRequest& request, std::size_t frames) {
  return ((frames - 1) * request.hop + request.bins) * bytes_per_sample(request.format);
}

// The samples of `count` consecutive frames out of those in `iq`.
inline std::span<const std::byte> frames_of(const SpectrumRequest& request, std::span<const std::byte> iq,
                                            std::size_t first, std::size_t count) {
  return iq.subspan(first * request.hop * bytes_per_sample(request.format), bytes_of(request, count));
}

// The window with all scales folded in: a complex tone of full scale gives power 1 in its bin.
std::vector<float> scaled_window(const SpectrumRequest& request);

// (sample - zero) * window, for as many samples as the window has points.
void load_frame(SampleFormat format, std::span<const std::byte> iq, std::complex<float> zero,
                std::span<const float> window, std::span<std::complex<float>> out);

std::complex<double> mean_of(SampleFormat format, std::span<const std::byte> iq);  // at least one sample

}  // namespace gpufft
