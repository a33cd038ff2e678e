// SPDX-License-Identifier: MIT
#include "daemon/pipeline/row.h"

namespace spectrumd {

std::size_t Row::bytes() const {
  std::size_t bytes = sizeof(Row) + peaks_of_mean.capacity() * sizeof(Centibel);
  for (const Pyramid& pyramid : levels) bytes += pyramid.bytes();
  return bytes;
}

}  // namespace spectrumd
