// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spectrumd {

std::string sha512_hex(std::string_view text);  // FIPS 180-4; 128 digits

}  // namespace spectrumd
