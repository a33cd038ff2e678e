// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace spectrumd {

bool is_utf8(std::string_view text);  // RFC 3629: no overlong forms, no surrogates

}  // namespace spectrumd
