// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace gpufft::program {
namespace {

using Clock = double (*)();  // in seconds
using Contenders = std::span<const std::function<void()>>;

double seconds_on_the_wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double seconds_of(const std::function<void()>& contender, std::size_t calls, Clock clock) {
  const double start = clock();
  for (std::size_t call = 0; call < calls; ++call) contender();
  return (clock() - start) / static_cast<double>(calls);
}

std::size_t calls_for(const std::function<void()>& contender, double turn, Clock clock) {
  contender();  // tables come into the caches
  return static_cast<std::size_t>(std::clamp(std::ceil(turn / seconds_of(contender, 1, clock)), 1.0, 1e6));
}

// The seconds of one call in every round, sorted, for each contender.
std::vector<std::vector<double>> sorted_seconds(Contenders contenders, std::size_t rounds, double turn, Clock clock) {
  std::vector<std::size_t> calls;
  for (const auto& contender : contenders) calls.push_back(calls_for(contender, turn, clock));
  std::vector<std::vector<double>> seconds(contenders.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      seconds[i].push_back(seconds_of(contenders[i], calls[i], clock));
    }
  }
  for (auto& each : seconds) std::ranges::sort(each);
  return seconds;
}

}  // namespace

double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<double> median_seconds(Contenders contenders, std::size_t rounds) {
  std::vector<double> medians;
  for (const auto& each : sorted_seconds(contenders, rounds, 0.01, processor_seconds)) {
    medians.push_back(each[rounds / 2]);
  }
  return medians;
}

std::vector<WallSeconds> wall_seconds(Contenders contenders, std::size_t rounds) {
  std::vector<WallSeconds> spreads;
  for (const auto& each : sorted_seconds(contenders, rounds, 0.001, seconds_on_the_wall)) {
    spreads.push_back({each[rounds / 2], each[rounds / 10]});
  }
  return spreads;
}

}  // namespace gpufft::program
