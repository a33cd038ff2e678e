// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/known_sticks.h"

#include <algorithm>
#include <array>

namespace spectrumd {
namespace {

// Vendor and product, the vendor in the upper half: the list of librtlsdr 0.6.0, unchanged in 2.0.2.
constexpr std::array<std::uint32_t, 42> kSticks{
    0x0bda2832, 0x0bda2838, 0x04136680, 0x04136f0f, 0x0458707f, 0x0ccd00a9, 0x0ccd00b3, 0x0ccd00b4, 0x0ccd00b5,
    0x0ccd00b7, 0x0ccd00b8, 0x0ccd00b9, 0x0ccd00c0, 0x0ccd00c6, 0x0ccd00d3, 0x0ccd00d7, 0x0ccd00e0, 0x15545020,
    0x15f40131, 0x15f40133, 0x185b0620, 0x185b0650, 0x185b0680, 0x1b80d393, 0x1b80d394, 0x1b80d395, 0x1b80d397,
    0x1b80d398, 0x1b80d39d, 0x1b80d3a4, 0x1b80d3a8, 0x1b80d3af, 0x1b80d3b0, 0x1d191101, 0x1d191102, 0x1d191103,
    0x1d191104, 0x1f4da803, 0x1f4db803, 0x1f4dc803, 0x1f4dd286, 0x1f4dd803};

}  // namespace

bool is_rtl_stick(std::uint16_t vendor, std::uint16_t product) {
  return std::ranges::count(kSticks, static_cast<std::uint32_t>(vendor) << 16 | product) > 0;
}

}  // namespace spectrumd
