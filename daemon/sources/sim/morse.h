// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace spectrumd::sim {

// A text as key-down marks; times are whole numbers of dits.
struct Morse {
  struct Mark {
    double start = 0;
    double length = 1;
  };
  std::vector<Mark> marks;
  double dits = 0;  // from the start to where the next word would start
};

// Letters of either case, digits, spaces and the usual punctuation; others are left out.
Morse to_morse(std::string_view text);

std::optional<char> character_without_morse(std::string_view text);  // the first

// "PARIS" and the space behind it are 50 dits.
constexpr double dit_seconds(double words_per_minute) { return 60 / (50 * words_per_minute); }

}  // namespace spectrumd::sim
