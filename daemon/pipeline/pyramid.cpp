// SPDX-License-Identifier: MIT
#include "daemon/pipeline/pyramid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace spectrumd {

namespace {

constexpr int kFarApart = 4096;  // hundredths of a decibel: beyond it the weaker of two powers no longer shows

// mean_drop[d]: how far the mean of two powers lies below the stronger when they are d apart.
std::array<Centibel, kFarApart> make_mean_drop() {
  std::array<Centibel, kFarApart> drop{};
  for (int d = 0; d < kFarApart; ++d)
    drop[static_cast<std::size_t>(d)] =
        static_cast<Centibel>(std::lround(-1000 * std::log10((1 + std::pow(10.0, -d / 1000.0)) / 2)));
  return drop;
}

Centibel mean_of(Centibel a, Centibel b) {
  static const std::array<Centibel, kFarApart> drop = make_mean_drop();
  const int apart = std::min(std::abs(a - b), kFarApart - 1);
  return static_cast<Centibel>(std::max(a, b) - drop[static_cast<std::size_t>(apart)]);
}

using PowerSteps = std::array<double, 256>;

PowerSteps make_power_steps(int first_level, int step) {
  PowerSteps powers{};
  for (int i = 0; i < 256; ++i) powers[static_cast<std::size_t>(i)] = std::pow(10.0, (first_level + i * step) / 1000.0);
  return powers;
}

Centibel pool_two(Pool pool, Centibel a, Centibel b) {
  if (a == kNoLevel || b == kNoLevel) return std::max(a, b);  // the one that is there, if any
  switch (pool) {
    case Pool::Mean:
      return mean_of(a, b);
    case Pool::Max:
      return std::max(a, b);
    case Pool::Min:
      return std::min(a, b);
  }
  return kNoLevel;
}

template <Pool pool>
void pool_pairs(std::span<const Centibel> fine, std::span<Centibel> coarse) {
  for (std::size_t i = 0; i < fine.size() / 2; ++i) coarse[i] = pool_two(pool, fine[2 * i], fine[2 * i + 1]);
  if (fine.size() % 2) coarse.back() = fine.back();
}

// A loop for each pool, which the compiler can make vectors of.
void pool_by_two(Pool pool, std::span<const Centibel> fine, std::span<Centibel> coarse) {
  switch (pool) {
    case Pool::Mean:
      return pool_pairs<Pool::Mean>(fine, coarse);
    case Pool::Max:
      return pool_pairs<Pool::Max>(fine, coarse);
    case Pool::Min:
      return pool_pairs<Pool::Min>(fine, coarse);
  }
}

}  // namespace

Centibel centibel_from_power(float power) {
  if (!(power > 0)) return -INT16_MAX;
  return static_cast<Centibel>(std::lround(std::clamp(1000 * std::log10(power), -32767.0F, 32767.0F)));
}

// A coarse step times a fine one, both from tables: a list of peaks asks for a hundred rows of 65536 levels.
double power_of(Centibel level) {
  static const PowerSteps coarse = make_power_steps(kNoLevel, 256), fine = make_power_steps(0, 1);
  const auto above_least = static_cast<std::size_t>(level - kNoLevel);
  return coarse[above_least / 256] * fine[above_least % 256];
}

Pyramid::Pyramid(Pool pool, std::span<const Centibel> levels) : pool_(pool), bins_(levels.size()) {
  std::size_t total = 0;
  for (std::size_t width = bins_; width > 0; width = width > 1 ? (width + 1) / 2 : 0) {
    level_starts_.push_back(total);
    total += width;
  }
  levels_.resize(total);
  std::copy(levels.begin(), levels.end(), levels_.begin());
  std::size_t width = bins_;
  for (std::size_t level = 1; level < level_starts_.size(); ++level, width = (width + 1) / 2)
    pool_by_two(pool_, std::span(levels_).subspan(level_starts_[level - 1], width),
                std::span(levels_).subspan(level_starts_[level], (width + 1) / 2));
}

Centibel Pyramid::pooled(std::size_t first, std::size_t last) const {
  assert(last <= bins_);
  double power = 0, weight = 0;
  Centibel extreme = kNoLevel;
  // The stretch is cut into the largest aligned blocks it contains; each is one value of some resolution.
  for (std::size_t at = first; at < last;) {
    const std::size_t alignment = at == 0 ? level_starts_.size() - 1 : std::countr_zero(at);
    std::size_t level = std::min(alignment, level_starts_.size() - 1);
    while (at + (std::size_t{1} << level) > last) --level;  // also passes over the shorter block at the row's end
    const std::size_t end = at + (std::size_t{1} << level);
    const Centibel value = levels_[level_starts_[level] + (at >> level)];
    if (end == last && at == first) return value;
    if (pool_ != Pool::Mean) {
      extreme = pool_two(pool_, extreme, value);
    } else if (value != kNoLevel) {
      power += power_of(value) * static_cast<double>(end - at);
      weight += static_cast<double>(end - at);
    }
    at = end;
  }
  if (pool_ != Pool::Mean) return extreme;
  return weight > 0 ? centibel_from_power(static_cast<float>(power / weight)) : kNoLevel;
}

}  // namespace spectrumd
