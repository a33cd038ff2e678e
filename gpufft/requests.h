// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft {

// What backends that do every kind of transform and of spectrum have in common: they refuse what makes no sense.
// Both throw PlanError, in the name of the backend, which takes lengths from 1 to `longest`.
void check_request(const FftRequest& request, std::string_view backend, std::size_t longest);
void check_request(const SpectrumRequest& request, std::string_view backend, std::size_t longest);

// Points from the start of a transform to the start of the next.
std::size_t distance_of(const FftLayout& layout, std::size_t length);

}  // namespace gpufft
