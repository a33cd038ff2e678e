// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/contest.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace gpufft::program {

double billions_of_operations(std::size_t length, std::size_t batch) {
  return 5e-9 * static_cast<double>(length * batch) * std::log2(static_cast<double>(length));
}

double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Stopwatch> contest(std::span<const Contender> contenders, std::size_t rounds, double turn,
                               const std::function<double()>& clock) {
  struct Entry {
    const Contender& contender;
    std::size_t calls;
  };
  const auto seconds_of_call = [&](const Entry& entry) {
    const double seconds = seconds_of(
        [&] {
          for (std::size_t call = 0; call < entry.calls; ++call) entry.contender();
        },
        clock);
    return seconds / static_cast<double>(entry.calls);
  };
  std::vector<Entry> entries;
  for (const Contender& contender : contenders) {
    contender();  // loads tables into the caches; some drivers compile when a kernel first runs
    const double call = seconds_of_call({contender, 1});
    entries.push_back({contender, static_cast<std::size_t>(std::clamp(std::ceil(turn / call), 1.0, 1e6))});
  }
  return time_in_turns(entries, rounds, seconds_of_call);
}

std::vector<double> median_seconds(std::span<const Contender> contenders, std::size_t rounds) {
  std::vector<double> medians;
  for (const Stopwatch& watch : contest(contenders, rounds, 0.01, processor_seconds)) medians.push_back(watch.median());
  return medians;
}

}  // namespace gpufft::program
