// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gpufft::program {

struct ThreadsRequest {
  std::string bench;  // "fft" or "spectrum"
  std::vector<std::size_t> lengths;
  std::string backend = "auto";
  unsigned threads = 2;
  std::size_t batch = 0;  // transforms or frames per call; 0: enough for several threads
  std::size_t rounds = 1;
};

// By the wall clock, which includes other programs on the machine: hence the best tenth of the rounds next to their
// median.
struct ThreadsResult {
  std::string bench, target;
  std::size_t n, batch;
  unsigned threads;
  double one, several;  // medians, in `unit`
  std::string unit;
  double ratio, best_tenth_ratio;  // several threads divided by one
};

// Times one thread and several, alternating.
void run_threads_bench(const ThreadsRequest& request, const std::function<void(const ThreadsResult&)>& report);

}  // namespace gpufft::program
