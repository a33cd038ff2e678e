// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/spectrum.h"

namespace gpufft {

// Samples are taken as the format counts them; `Scale` says what the counts mean. Numbers of several bytes are
// little-endian, as are all machines this runs on.
struct Scale {
  double zero;  // counts where there is no signal
  double full;  // counts from there to full scale
};
Scale scale_of(SampleFormat format);

// Of frames one after the other: a hop for each but the last, which is whole.
constexpr std::size_t bytes_of(const SpectrumRequest& request, std::size_t frames) {
  return ((frames - 1) * request.hop + request.bins) * bytes_per_sample(request.format);
}

// A window with all scales folded in: a complex tone of full scale makes 1 in its bin.
std::vector<float> scaled_window(const SpectrumRequest& request);

// (sample - zero) * window, for as many samples as the window has points.
void load_frame(SampleFormat format, std::span<const std::byte> iq, std::complex<float> zero,
                std::span<const float> window, std::span<std::complex<float>> out);

std::complex<double> mean_of(SampleFormat format, std::span<const std::byte> iq);  // at least one sample

}  // namespace gpufft
