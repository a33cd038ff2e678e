// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace spectrumd {

// Whether librtlsdr takes a USB device for one of its own; it numbers just those.
bool is_rtl_stick(std::uint16_t vendor, std::uint16_t product);

}  // namespace spectrumd
