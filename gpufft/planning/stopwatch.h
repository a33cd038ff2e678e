// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace gpufft {

// The wall clock.
struct WallClock {
  double operator()() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

// Seconds the work takes, by any clock that counts them.
template <typename Work, typename Clock = WallClock>
double seconds_of(Work&& work, Clock&& clock = {}) {
  const double start = clock();
  work();
  return clock() - start;
}

// The times of several rounds of the same work, in seconds.
class Stopwatch {
 public:
  void note(double seconds) { rounds_.push_back(seconds); }

  std::size_t rounds() const { return rounds_.size(); }

  // At least one round is needed. Disturbances only add time, so the least is what the work takes.
  double least() const { return at(0); }
  double median() const { return at(rounds_.size() / 2); }
  double tenth() const { return at(rounds_.size() / 10); }  // a tenth of the rounds took no longer

 private:
  double at(std::size_t rank) const {
    auto sorted = rounds_;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(rank));
    return sorted[rank];
  }

  std::vector<double> rounds_;
};

// Times contenders alternately, `rounds` times: time(contender) returns the seconds of one turn. Alternating spreads a
// temporary disturbance of the machine over all of them.
template <typename Contenders, typename Time>
std::vector<Stopwatch> time_in_turns(Contenders&& contenders, std::size_t rounds, const Time& time) {
  std::vector<Stopwatch> watches(std::size(contenders));
  for (std::size_t round = 0; round < rounds; ++round) {
    auto watch = watches.begin();
    for (auto& contender : contenders) (watch++)->note(time(contender));
  }
  return watches;
}

// The least of `rounds` times of the work, in seconds.
template <typename Work>
double least_seconds(std::size_t rounds, const Work& work) {
  Stopwatch watch;
  for (std::size_t round = 0; round < rounds; ++round) watch.note(seconds_of(work));
  return watch.least();
}

}  // namespace gpufft
