// SPDX-License-Identifier: MIT
#include "tests/daemon/commands/qr/qr_reader.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace spectrumd {

namespace {

constexpr std::size_t kFinder = 7;

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

// Multiplication in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  unsigned result = 0;
  for (unsigned shifted = a; b; b >>= 1, shifted = (shifted << 1) ^ (shifted & 0x80 ? 0x11D : 0))
    if (b & 1) result ^= shifted;
  return static_cast<std::uint8_t>(result);
}

// Rings around a center: dark up to distance 1, light at 2, dark at 3; light around that.
bool finder_is_dark(std::size_t x, std::size_t y) {
  const auto away = [](std::size_t i) { return i > 3 ? i - 3 : 3 - i; };
  const std::size_t distance = std::max(away(x), away(y));
  return distance != 2 && distance < 4;
}

}  // namespace

QrReader::QrReader(const QrCode& code) : code_(code), version_((code.size - 17) / 4) {
  require(code.size == 17 + 4 * version_ && version_ >= 1 && version_ <= 5, "size");
  check_patterns();
  const unsigned format = format_bits();
  require(format >> 13 == 1, "level L");
  mask_ = (format >> 10) & 7;
}

void QrReader::check_patterns() const {
  const std::size_t far = code_.size - kFinder;
  for (std::size_t y = 0; y < kFinder; ++y)
    for (std::size_t x = 0; x < kFinder; ++x)
      for (const auto& [left, top] : {std::pair<std::size_t, std::size_t>{0, 0}, {far, 0}, {0, far}})
        require(code_.is_dark(left + x, top + y) == finder_is_dark(x, y), "finder pattern");
  for (std::size_t i = kFinder + 1; i < far - 1; ++i)
    require(code_.is_dark(i, 6) == (i % 2 == 0) && code_.is_dark(6, i) == (i % 2 == 0), "timing pattern");
  require(code_.is_dark(8, code_.size - 8), "dark module");
}

// Around the first finder; 15 bits of a BCH code, masked.
unsigned QrReader::format_bits() const {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 15; ++i) {
    const std::size_t along = i < 7 ? (i < 6 ? i : 7) : (i == 7 ? 8 : (i == 8 ? 7 : 14 - i));
    bits = bits << 1 | static_cast<unsigned>(i < 8 ? code_.is_dark(along, 8) : code_.is_dark(8, along));
  }
  bits ^= 0x5412;
  unsigned rest = bits;
  for (unsigned shift = 5; shift-- > 0;)
    if (rest >> (shift + 10) & 1) rest ^= 0x537U << shift;
  require(rest == 0, "format");
  return bits;
}

bool QrReader::is_function(std::size_t x, std::size_t y) const {
  const std::size_t far = code_.size - kFinder - 1;
  if ((x <= 8 && (y <= 8 || y >= far)) || (y <= 8 && x >= far)) return true;  // finders, format
  if (x == 6 || y == 6) return true;                                          // timing
  const std::size_t center = code_.size - kFinder;                            // of the one alignment pattern
  return version_ > 1 && x + 2 >= center && x <= center + 2 && y + 2 >= center && y <= center + 2;
}

bool QrReader::is_masked(std::size_t x, std::size_t y) const {
  switch (mask_) {
    case 0:
      return (x + y) % 2 == 0;
    case 1:
      return y % 2 == 0;
    case 2:
      return x % 3 == 0;
    case 3:
      return (x + y) % 3 == 0;
    case 4:
      return (y / 2 + x / 3) % 2 == 0;
    case 5:
      return x * y % 2 + x * y % 3 == 0;
    case 6:
      return (x * y % 2 + x * y % 3) % 2 == 0;
    default:
      return ((x + y) % 2 + x * y % 3) % 2 == 0;
  }
}

// Two columns at a time from the right, upwards, then downwards; the column of the timing pattern is left out.
std::vector<std::uint8_t> QrReader::codewords() const {
  std::vector<std::uint8_t> words;
  unsigned bits = 1;  // a one in front of those of an unfinished word
  bool upwards = true;
  for (std::size_t right = code_.size - 1; right > 0 && right < code_.size; right -= right == 8 ? 3 : 2) {
    for (std::size_t i = 0; i < code_.size; ++i) {
      const std::size_t y = upwards ? code_.size - 1 - i : i;
      for (const std::size_t x : {right, right - 1}) {
        if (is_function(x, y)) continue;
        bits = bits << 1 | static_cast<unsigned>(code_.is_dark(x, y) != is_masked(x, y));
        if (bits >> 8) words.push_back(static_cast<std::uint8_t>(bits)), bits = 1;
      }
    }
    upwards = !upwards;
  }
  return words;
}

std::string QrReader::text() const {
  const std::vector<std::uint8_t> words = codewords();
  require(words[0] >> 4 == 4, "a segment of bytes");
  const auto byte = [&](std::size_t i) { return static_cast<char>((words[i] & 15) << 4 | words[i + 1] >> 4); };
  std::string text;
  const auto length = static_cast<unsigned char>(byte(0));
  for (std::size_t i = 1; i <= length; ++i) text += byte(i);
  return text;
}

std::vector<std::uint8_t> syndromes(const std::vector<std::uint8_t>& block, std::size_t corrections) {
  std::vector<std::uint8_t> rests;
  std::uint8_t root = 1;
  for (std::size_t i = 0; i < corrections; ++i, root = product(root, 2)) {
    std::uint8_t rest = 0;
    for (const std::uint8_t word : block) rest = static_cast<std::uint8_t>(product(rest, root) ^ word);
    rests.push_back(rest);
  }
  return rests;
}

}  // namespace spectrumd
