// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/adpcm.h"

#include <algorithm>
#include <array>

namespace spectrumd {
namespace {

constexpr std::size_t kPadding = 10;
constexpr int kLeastLevel = 0, kMostLevel = 255;
constexpr unsigned kSign = 8, kMagnitude = 7;

// Of the IMA, "Recommended Practices for Enhancing Digital Audio Compatibility", 1992.
constexpr std::array<int, 8> kIndexSteps{-1, -1, -1, -1, 2, 4, 6, 8};
constexpr std::array<int, 89> kSteps{
    7,    8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,    25,   28,
    31,   34,    37,    41,    45,    50,    55,    60,    66,    73,    80,    88,    97,    107,  118,
    130,  143,   157,   173,   190,   209,   230,   253,   279,   307,   337,   371,   408,   449,  494,
    544,  598,   658,   724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878, 2066,
    2272, 2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845, 8630,
    9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};

class Encoder {
 public:
  unsigned code(int level) {
    const int difference = level - predicted_;
    unsigned code = magnitude_of(std::abs(difference));
    const int sign = difference < 0 ? -1 : 1;
    while (code > 0 && !fits(predicted_ + sign * change_by(code))) --code;
    // The smallest change is not always 0: away from the edge it fits.
    const bool away = !fits(predicted_ + sign * change_by(code));
    predicted_ += (away ? -sign : sign) * change_by(code);
    index_ = std::clamp(index_ + kIndexSteps.at(code), 0, static_cast<int>(kSteps.size()) - 1);
    return code | ((sign < 0) != away ? kSign : 0);
  }

 private:
  static bool fits(int level) { return level >= kLeastLevel && level <= kMostLevel; }
  int step() const { return kSteps.at(static_cast<std::size_t>(index_)); }

  // In quarters of the step.
  unsigned magnitude_of(int difference) const {
    return static_cast<unsigned>(std::min(4 * difference / step(), static_cast<int>(kMagnitude)));
  }

  int change_by(unsigned code) const {
    int change = step() >> 3;
    if ((code & 4) != 0) change += step();
    if ((code & 2) != 0) change += step() >> 1;
    if ((code & 1) != 0) change += step() >> 2;
    return change;
  }

  int predicted_ = 0, index_ = 0;
};

}  // namespace

std::string kiwi_adpcm(std::span<const std::uint8_t> levels) {
  Encoder encoder;
  std::string bytes;
  unsigned low = 0;
  const std::size_t count = kPadding + levels.size();
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned code = encoder.code(levels[i < kPadding ? 0 : i - kPadding]);
    if (i % 2 == 0) low = code;
    if (i % 2 == 1 || i + 1 == count) bytes += static_cast<char>(i % 2 == 1 ? low | code << 4 : low);
  }
  return bytes;
}

}  // namespace spectrumd
