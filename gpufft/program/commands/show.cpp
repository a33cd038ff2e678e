// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/show.h"

#include <fmt/format.h>

#include <cstdio>

namespace gpufft::program {

void show(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

}  // namespace gpufft::program
