// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/utf8.h"

#include <cstddef>
#include <cstdint>

namespace spectrumd {

namespace {

// Bytes that follow the first of a character, and the smallest character of so many.
struct Lead {
  std::size_t more;
  char32_t least;
  char32_t bits;  // of the character, in the first byte
};

constexpr Lead kNoLead{.more = SIZE_MAX, .least = 0, .bits = 0};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {.more = 0, .least = 0, .bits = byte};
  if (byte < 0xC0) return kNoLead;
  if (byte < 0xE0) return {.more = 1, .least = 0x80, .bits = byte & 0x1FU};
  if (byte < 0xF0) return {.more = 2, .least = 0x800, .bits = byte & 0xFU};
  if (byte < 0xF8) return {.more = 3, .least = 0x10000, .bits = byte & 7U};
  return kNoLead;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Lead lead = lead_of(static_cast<std::uint8_t>(text.front()));
    if (lead.more >= text.size()) return false;
    char32_t character = lead.bits;
    for (const char next : text.substr(1, lead.more)) {
      if ((static_cast<std::uint8_t>(next) & 0xC0U) != 0x80) return false;
      character = character << 6 | (static_cast<std::uint8_t>(next) & 0x3FU);
    }
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    if (character < lead.least || character > 0x10FFFF || surrogate) return false;
    text.remove_prefix(lead.more + 1);
  }
  return true;
}

}  // namespace spectrumd
