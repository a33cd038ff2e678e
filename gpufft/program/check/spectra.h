// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/backend.h"

namespace gpufft::program {

// Errors of sums, maxima and minima of the power of random samples, in overlapping frames, with the Hann window.
template <SampleFormat Format>
double spectrum_error(const Backend& backend, std::size_t bins);

extern template double spectrum_error<SampleFormat::Cu8>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cs8>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cs16>(const Backend& backend, std::size_t bins);
extern template double spectrum_error<SampleFormat::Cf32>(const Backend& backend, std::size_t bins);

}  // namespace gpufft::program
