// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/morse.h"

#include <algorithm>
#include <array>

namespace spectrumd::sim {
namespace {

struct Sign {
  char character;
  std::string_view code;
};

// Rec. ITU-R M.1677-1
constexpr std::array<Sign, 49> kSigns{{
    {'A', ".-"},     {'B', "-..."},   {'C', "-.-."},   {'D', "-.."},    {'E', "."},       {'F', "..-."},
    {'G', "--."},    {'H', "...."},   {'I', ".."},     {'J', ".---"},   {'K', "-.-"},     {'L', ".-.."},
    {'M', "--"},     {'N', "-."},     {'O', "---"},    {'P', ".--."},   {'Q', "--.-"},    {'R', ".-."},
    {'S', "..."},    {'T', "-"},      {'U', "..-"},    {'V', "...-"},   {'W', ".--"},     {'X', "-..-"},
    {'Y', "-.--"},   {'Z', "--.."},   {'0', "-----"},  {'1', ".----"},  {'2', "..---"},   {'3', "...--"},
    {'4', "....-"},  {'5', "....."},  {'6', "-...."},  {'7', "--..."},  {'8', "---.."},   {'9', "----."},
    {'.', ".-.-.-"}, {',', "--..--"}, {':', "---..."}, {'?', "..--.."}, {'\'', ".----."}, {'-', "-....-"},
    {'/', "-..-."},  {'(', "-.--."},  {')', "-.--.-"}, {'"', ".-..-."}, {'=', "-...-"},   {'+', ".-.-."},
    {'@', ".--.-."},
}};

constexpr double kMarkSpace = 1, kLetterSpace = 3, kWordSpace = 7;

char upper_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view code_of(char character) {
  const auto* const sign = std::ranges::find(kSigns, upper_case(character), &Sign::character);
  return sign == kSigns.end() ? std::string_view() : sign->code;
}

}  // namespace

Morse to_morse(std::string_view text) {
  Morse morse;
  double end = 0;    // of the last mark
  double space = 0;  // to be kept before the next
  for (const char character : text) {
    if (character == ' ' && !morse.marks.empty()) space = kWordSpace;
    for (const char mark : code_of(character)) {
      const double length = mark == '.' ? 1 : 3;
      morse.marks.push_back({end + space, length});
      end += space + length;
      space = kMarkSpace;
    }
    if (space == kMarkSpace) space = kLetterSpace;
  }
  morse.dits = end + kWordSpace;
  return morse;
}

std::optional<char> character_without_morse(std::string_view text) {
  const auto is_missing = [](char character) { return character != ' ' && code_of(character).empty(); };
  const auto* const found = std::ranges::find_if(text, is_missing);
  return found == text.end() ? std::nullopt : std::optional(*found);
}

}  // namespace spectrumd::sim
