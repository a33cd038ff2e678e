// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::program {

// Of sums, maxima and minima of the power of random samples, in frames that overlap, with the window of Hann.
template <SampleFormat Format>
double spectrum_error(const Backend& backend, std::size_t bins);

extern template double spectrum_error<SampleFormat::Cu8>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cs8>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cs16>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cf32>(const Backend& backend, std::size_t bins);

}  // namespace gpufft::program
