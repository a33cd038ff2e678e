// SPDX-License-Identifier: MIT
#include "gpufft/cpu/columns_fft.h"

namespace gpufft::cpu {

ColumnsFft::ColumnsFft(const Target& target, const Kernels& kernels, std::size_t rows)
    : plan_(target, kernels, rows), work_(plan_.passes().work_floats) {}

void ColumnsFft::transform(Points first_row_on, std::size_t pitch, Direction direction) {
  const bool swapped = direction == Direction::Inverse;
  const Kernels::Columns& kernels = plan_.kernels().columns;
  kernels.load(plan_.passes(), floats(first_row_on), pitch, swapped, work_.data());
  kernels.finish(plan_.passes(), work_.data(), swapped, floats(first_row_on), pitch);
}

}  // namespace gpufft::cpu
