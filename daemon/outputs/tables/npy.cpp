// SPDX-License-Identifier: MIT
#include "daemon/outputs/tables/npy.h"

#include <fmt/format.h>

#include <bit>

namespace spectrumd {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

std::string npy_head(std::string_view type, const std::string& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  constexpr std::size_t kBefore = 10, kAlignment = 64;
  text.append(kAlignment - (kBefore + text.size() + 1) % kAlignment, ' ');
  text += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size() & 0xffU) +
         static_cast<char>(text.size() >> 8U) + text;
}

}  // namespace spectrumd
