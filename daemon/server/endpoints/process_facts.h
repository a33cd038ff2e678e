// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace spectrumd {

// What the kernel reports about this process; 0 if it does not.
struct ProcessFacts {
  double started_seconds = 0;  // since 1970
  double cpu_seconds = 0;
  std::size_t resident_bytes = 0;
  std::size_t open_descriptors = 0;
};
ProcessFacts process_facts();

}  // namespace spectrumd
