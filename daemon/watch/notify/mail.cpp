// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "daemon/watch/notify/deliveries.h"

namespace spectrumd {
namespace {

constexpr std::size_t kWordBytes = 18;  // of an encoded word, which may have 75 characters

bool is_plain(unsigned char c) { return c >= 32 && c < 127 && c != '=' && c != '?'; }

// RFC 2047, Q encoding, where it is needed. A word may end within a character of UTF-8: readers join them first.
std::string header_text(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 32 || c == 127; }, ' ');
  if (text.size() > 200) text.resize(200);
  if (std::ranges::all_of(text, is_plain)) return text;
  std::string encoded;
  for (std::size_t at = 0; at < text.size(); at += kWordBytes) {
    encoded += at == 0 ? "=?UTF-8?Q?" : "\n =?UTF-8?Q?";
    for (const unsigned char c : text.substr(at, kWordBytes)) encoded += fmt::format("={:02X}", c);
    encoded += "?=";
  }
  return encoded;
}

}  // namespace

std::string mail_text(const std::string& address, const std::string& subject, const std::string& text) {
  return fmt::format(
      "To: {}\nSubject: {}\nAuto-Submitted: auto-generated\nMIME-Version: 1.0\n"
      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}\n",
      header_text(address), header_text(subject), text);
}

}  // namespace spectrumd
