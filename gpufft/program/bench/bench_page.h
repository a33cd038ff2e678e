// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpufft/program/bench/bench.h"

namespace gpufft::program {

// A page of HTML: for each bench the speed of ours and of every peer over length, ours divided by each, and all figures
// in a table. The pictures are SVG; no script and no other file is needed.
std::string bench_page(std::span<const BenchResult> results, std::string_view date);

}  // namespace gpufft::program
