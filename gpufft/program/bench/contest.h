// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gpufft/planning/stopwatch.h"

namespace gpufft::program {

using Contender = std::function<void()>;

// Seconds of processor time of this thread, so that neighbours on the machine do not count.
double processor_seconds();

// Runs the contenders in turn, `rounds` times after one round that does not count, each for as many calls as take
// `turn` seconds by this clock: the seconds of one call, for each.
std::vector<Stopwatch> contest(std::span<const Contender> contenders, std::size_t rounds, double turn,
                               const std::function<double()>& clock);

// Medians of turns of a hundredth of a second of processor time.
std::vector<double> median_seconds(std::span<const Contender> contenders, std::size_t rounds);

}  // namespace gpufft::program
