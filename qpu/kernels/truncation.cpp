// SPDX-License-Identifier: MIT
#include "qpu/kernels/truncation.h"

#include <array>

namespace qpu {

double truncation_correction(int log2_size) {
  static constexpr std::array<double, 23> kMissingPpm = {
      0,     0,     0,     0,     0,     0.221, 0.283, 0.345, 0.394, 0.468, 0.551, 0.639,
      0.681, 0.759, 0.831, 0.948, 1.002, 1.044, 1.084, 1.226, 1.292, 1.341, 1.379,
  };
  return 1 + kMissingPpm.at(static_cast<std::size_t>(log2_size)) * 1e-6;
}

}  // namespace qpu
