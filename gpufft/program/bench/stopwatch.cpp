// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace gpufft::program {
namespace {

double seconds_of(const std::function<void()>& contender, std::size_t calls) {
  const double start = processor_seconds();
  for (std::size_t call = 0; call < calls; ++call) contender();
  return (processor_seconds() - start) / static_cast<double>(calls);
}

std::size_t calls_for(const std::function<void()>& contender) {
  constexpr double kTurn = 0.01;
  contender();  // tables come into the caches
  return static_cast<std::size_t>(std::clamp(std::ceil(kTurn / seconds_of(contender, 1)), 1.0, 1e6));
}

}  // namespace

double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<double> median_seconds(std::span<const std::function<void()>> contenders, std::size_t rounds) {
  std::vector<std::size_t> calls;
  for (const auto& contender : contenders) calls.push_back(calls_for(contender));
  std::vector<std::vector<double>> seconds(contenders.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) seconds[i].push_back(seconds_of(contenders[i], calls[i]));
  }
  std::vector<double> medians;
  for (auto& each : seconds) {
    std::ranges::nth_element(each, each.begin() + static_cast<std::ptrdiff_t>(rounds / 2));
    medians.push_back(each[rounds / 2]);
  }
  return medians;
}

}  // namespace gpufft::program
