// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/program/check/random_requests.h"

namespace gpufft::program {

// An unusual request: any length, hop and format, and calls of any number of frames.
struct RandomSpectrum {
  SpectrumRequest request;
  std::vector<std::size_t> calls;  // frames in each
  unsigned seed = 0;               // of the samples
};

// `most_points`: points in all frames of a call, about.
RandomSpectrum random_spectrum(std::mt19937& generator, const RandomLengths& lengths, std::size_t most_points);

std::string described(const RandomSpectrum& random);  // "262144 bins, hop 131072, cs16, hann, remove dc, 8 + 5 frames"

// The error is that of sums, maxima and minima. Places the samples between inaccessible pages. Throws PlanError and
// DeviceError as the backend does.
RandomResult compute(const Backend& backend, const RandomSpectrum& random);

}  // namespace gpufft::program
