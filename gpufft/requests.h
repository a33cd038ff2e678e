// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft {

// The checks shared by backends that support every kind of transform and spectrum, lengths 1 to `longest`. Both throw
// PlanError in the name of `backend`. Any thread.
void check_request(const FftRequest& request, std::string_view backend, std::size_t longest);
void check_request(const SpectrumRequest& request, std::string_view backend, std::size_t longest);

// Points from the start of one transform to the start of the next, for transforms of `length` points.
std::size_t distance_of(const FftLayout& layout, std::size_t length);

}  // namespace gpufft
