// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gpufft/planning/stopwatch.h"

namespace gpufft::program {

using Contender = std::function<void()>;

// What a complex transform counts as, 5 N log2 N operations, times the batch; divided by seconds: GFLOPS.
double billions_of_operations(std::size_t length, std::size_t batch);

// Processor time of this thread in seconds, which excludes other programs on the machine.
double processor_seconds();

// Runs the contenders alternately, `rounds` times after one round that does not count, each for as many calls as take
// `turn` seconds by this clock. Returns the seconds per call, for each contender.
std::vector<Stopwatch> contest(std::span<const Contender> contenders, std::size_t rounds, double turn,
                               const std::function<double()>& clock);

// Medians, with turns of a hundredth of a second of processor time.
std::vector<double> median_seconds(std::span<const Contender> contenders, std::size_t rounds);

}  // namespace gpufft::program
