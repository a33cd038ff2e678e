// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace spectrumd {

// As the text of an element or an attribute: what would be markup is escaped, control characters are left out.
std::string xml_text(std::string_view text);

}  // namespace spectrumd
