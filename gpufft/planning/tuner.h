// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "gpufft/planning/wisdom.h"

namespace gpufft {

// A way to transform on a device, by the name under which wisdom keeps it, and what it takes.
struct Timing {
  std::string recipe;
  double seconds;  // per batch
};

// The recipes timed so far for one kind of work and length, each once. One thread.
class Timings {
 public:
  void note(const std::string& recipe, double seconds) { seconds_[recipe] = seconds; }

  // Seconds of a recipe; `time()` measures it unless it is known.
  template <typename Time>
  double of(const std::string& recipe, const Time& time) {
    const auto known = seconds_.find(recipe);
    return known == seconds_.end() ? seconds_[recipe] = time() : known->second;
  }

  std::vector<Timing> fastest_first() const {
    std::vector<Timing> timings;
    for (const auto& [recipe, seconds] : seconds_) timings.push_back({recipe, seconds});
    std::ranges::stable_sort(timings, {}, &Timing::seconds);
    return timings;
  }

 private:
  std::map<std::string, double> seconds_;
};

// Tunes a device for a length: measure(work, length) gives the timings of each kind of work, fastest first, or none;
// they are reported, and wisdom learns the fastest.
template <typename Works, typename Measure, typename Report>
void tune(Wisdom& wisdom, const Works& works, std::size_t length, const Measure& measure, const Report& report) {
  for (const auto work : works) {
    const std::vector<Timing> timings = measure(work, length);
    for (const Timing& timing : timings) report(work, timing);
    if (!timings.empty()) wisdom.learn(key_of(to_string(work), length), timings.front().recipe);
  }
}

}  // namespace gpufft
