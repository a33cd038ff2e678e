// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/callsign.h"

#include <algorithm>
#include <cstddef>

namespace spectrumd {
namespace {

constexpr std::size_t kShortest = 3, kLongest = 13;

bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }
bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// "JO62": of every station there are some, while callsigns end in a letter.
bool is_locator(std::string_view word) {
  return word.size() == 4 && is_capital(word[0]) && is_capital(word[1]) && is_digit(word[2]) && is_digit(word[3]);
}

// "RR73", "R-12", "73".
bool is_report(std::string_view word) { return word == "RR73" || word == "RRR" || word == "73"; }

}  // namespace

bool is_callsign(std::string_view word) {
  if (word.size() < kShortest || word.size() > kLongest || is_locator(word) || is_report(word)) return false;
  const auto fits = [](char letter) { return is_capital(letter) || is_digit(letter) || letter == '/'; };
  return std::ranges::all_of(word, fits) && std::ranges::any_of(word, is_capital) &&
         std::ranges::any_of(word, is_digit);
}

}  // namespace spectrumd
