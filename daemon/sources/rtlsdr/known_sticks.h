// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace spectrumd {

// True if librtlsdr supports a USB device; it numbers only those.
bool is_rtl_stick(std::uint16_t vendor, std::uint16_t product);

}  // namespace spectrumd
