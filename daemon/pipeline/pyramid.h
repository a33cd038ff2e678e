// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spectrumd {

// A level in hundredths of a decibel: exact enough to measure with, half the memory of a float.
using Centibel = std::int16_t;
inline constexpr float kCentibels = 100;  // in a decibel
constexpr Centibel kNoLevel = INT16_MIN;

Centibel centibel_from_power(float power);  // clamps; 0 and below give the lowest level, not kNoLevel
double power_of(Centibel level);            // the inverse
inline double decibels(Centibel level) { return level / double{kCentibels}; }

enum class Pool : std::uint8_t { Mean, Max, Min };  // Mean averages powers, not decibels

// The levels of a row at full resolution and pooled by 2, 4, 8 ..., so that any range of any width is pooled from a few
// values. Takes twice the memory of the levels alone. Immutable once made, so any thread may read it.
class Pyramid {
 public:
  Pyramid() = default;
  Pyramid(Pool pool, std::span<const Centibel> levels);

  std::size_t bins() const { return bins_; }
  std::size_t bytes() const { return levels_.capacity() * sizeof(Centibel); }
  Pool pool() const { return pool_; }
  std::span<const Centibel> full() const { return std::span(levels_).first(bins_); }

  // Pools the bins [first, last) into one level; kNoLevel if the range is empty.
  Centibel pooled(std::size_t first, std::size_t last) const;

 private:
  Pool pool_ = Pool::Mean;
  std::size_t bins_ = 0;
  std::vector<Centibel> levels_;           // full resolution, then half, then a quarter ...
  std::vector<std::size_t> level_starts_;  // where each resolution begins in levels_
};

}  // namespace spectrumd
