// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace gpufft::program {

// Seconds of processor time of this thread, so that neighbours on the machine do not count.
double processor_seconds();

// Runs the contenders in turn, `rounds` times after one round that does not count, each for as many calls as take about
// a hundredth of a second: the median seconds of one call, for each.
std::vector<double> median_seconds(std::span<const std::function<void()>> contenders, std::size_t rounds);

// The same by the clock on the wall, for contenders that have threads of their own, in turns of a thousandth of a
// second: the shorter, the more of them nobody disturbs.
struct WallSeconds {
  double median, best_tenth;  // a tenth of the rounds took no longer
};
std::vector<WallSeconds> wall_seconds(std::span<const std::function<void()>> contenders, std::size_t rounds);

}  // namespace gpufft::program
