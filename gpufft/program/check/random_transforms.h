// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <span>
#include <string>

#include "gpufft/backend.h"
#include "gpufft/program/check/random_requests.h"

namespace gpufft::program {

// An unusual request for a transform: any kind, length, batch and layout, in place or not.
struct RandomTransform {
  FftRequest request;
  bool in_place = false;
  unsigned seed = 0;  // of the points
};

// `most_points`: points of all transforms, about.
RandomTransform random_transform(std::mt19937& generator, const RandomLengths& lengths, std::size_t most_points);

std::string described(const RandomTransform& random);  // "complex, 1000 points x 7, inverse, in place, strides 2 and 2"

// Points in one transform, in all its rows: what the error bound depends on.
std::size_t points_of(const FftRequest& request);

// Against the processor's plain kernels; points lie between inaccessible pages, and those that are not in the layout
// must stay as they were. Throws PlanError and DeviceError as the backend does.
RandomResult compute(const Backend& backend, const RandomTransform& random);

}  // namespace gpufft::program
