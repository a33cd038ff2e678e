// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/bench.h"

namespace gpufft::program {

// "hybrid:ACCELERATOR" against each of the two alone, from samples or points in the host's memory to rows or bins, in
// turn, medians by the wall clock. The processor uses so many threads in either case. With CUDA samples lie in pinned
// memory, as they would in a program that cares.
void run_hybrid_bench(const BenchRequest& request, unsigned threads,
                      const std::function<void(const BenchResult&)>& report);

}  // namespace gpufft::program
