// SPDX-License-Identifier: MIT
#include "daemon/config/xml_text.h"

namespace spectrumd {

std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32)
      safe += c;
  }
  return safe;
}

}  // namespace spectrumd
