// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpufft/program/bench/bench.h"

namespace gpufft::program {

// A page of HTML: for each bench the speed of ours and of every peer over length, ours divided by each, and all figures
// in a table. The pictures are SVG; no script and no other file is needed.
std::string bench_page(std::span<const BenchResult> results, std::string_view date);

// The page in a file, written again with each result, so that an interrupted bench leaves what it had.
class BenchPageFile {
 public:
  // An empty name: no page. Otherwise writes an empty one, so that a wrong name is noticed before measuring. Throws
  // PlanError, as add() does.
  explicit BenchPageFile(std::string file);
  void add(const BenchResult& result);

 private:
  void write() const;

  std::string file_;
  std::vector<BenchResult> results_;
};

}  // namespace gpufft::program
