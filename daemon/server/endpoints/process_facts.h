// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace spectrumd {

// What the kernel knows of this process. Zeros where it does not say.
struct ProcessFacts {
  double started_seconds = 0;  // since 1970
  double cpu_seconds = 0;
  std::size_t resident_bytes = 0;
  std::size_t open_descriptors = 0;
};
ProcessFacts process_facts();

}  // namespace spectrumd
