// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/regions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace spectrumd {

namespace {

constexpr double kAppear = 10, kKeep = 6;     // dB above the floor
constexpr double kNoiseLog = 22;              // one false bin in e^22, which is three thousand million
constexpr Centibel kValley = 1500;            // 15 dB
constexpr std::size_t kBridgedBins = 4;       // a gap of weak regions that is not looked at
constexpr Centibel kMirrorTolerance = 100;    // 1 dB: the sidebands of a modulation are equal
constexpr Centibel kLeastBelowCarrier = 300;  // AM of 100 %: 6 dB
constexpr std::size_t kMostRegions = 500, kMostPaired = 100;

// A quarter of a crowded band is still noise; the median need not be.
Centibel lower_quartile(std::span<const Centibel> levels) {
  std::vector<Centibel> sorted(levels.begin(), levels.end());
  std::erase(sorted, kNoLevel);
  if (sorted.empty()) return INT16_MAX;
  const auto quarter = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 4);
  std::nth_element(sorted.begin(), quarter, sorted.end());
  return *quarter;
}

// How far the lower quartile of noise is below its mean, dB: by Wilson and Hilferty, as a mean of exponential
// distributions has a gamma distribution.
double quartile_depth(std::size_t ffts) {
  const auto count = static_cast<double>(std::max<std::size_t>(ffts, 1));
  constexpr double kQuartile = 0.6745;  // of the normal distribution
  return -30 * std::log10(1 - 1 / (9 * count) - kQuartile / (3 * std::sqrt(count)));
}

// Bound of Laurent and Massart on a mean of exponential distributions, dB above the true mean.
double noise_margin(std::size_t ffts) {
  const double share = kNoiseLog / static_cast<double>(std::max<std::size_t>(ffts, 1));
  return 10 * std::log10(1 + std::sqrt(2 * share) + share);
}

Centibel raised(Centibel floor, double db) {
  return static_cast<Centibel>(std::min<double>(floor + 100 * db, INT16_MAX));
}

// Lets the water down from the highest level: hills come up, grow, and meet at valleys.
class Relief {
 public:
  explicit Relief(std::span<const Centibel> levels) : levels_(levels), region_(levels.size(), kNone) {}

  std::vector<Region> divide(Centibel keep) {
    std::vector<std::uint32_t> bins(levels_.size());
    std::iota(bins.begin(), bins.end(), 0U);
    std::erase_if(bins, [&](std::uint32_t bin) { return levels_[bin] == kNoLevel || levels_[bin] < keep; });
    std::stable_sort(bins.begin(), bins.end(), [&](auto a, auto b) { return levels_[a] > levels_[b]; });
    for (const std::uint32_t bin : bins) surface(bin);
    std::vector<Region> found;
    for (std::uint32_t i = 0; i < regions_.size(); ++i)
      if (owner_[i] == i) found.push_back(regions_[i]);
    return found;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t owner(std::uint32_t region) {
    while (owner_[region] != region) region = owner_[region] = owner_[owner_[region]];
    return region;
  }

  std::uint32_t at(std::size_t bin) {
    return bin < region_.size() && region_[bin] != kNone ? owner(region_[bin]) : kNone;
  }

  void surface(std::uint32_t bin) {
    const std::uint32_t left = bin > 0 ? at(bin - 1) : kNone, right = at(bin + 1);
    if (left == kNone && right == kNone) return begin(bin);
    if (left == kNone || right == kNone) return grow(left == kNone ? right : left, bin);
    grow(regions_[left].level >= regions_[right].level ? left : right, bin);
    meet(left, right, levels_[bin]);
  }

  void begin(std::uint32_t bin) {
    region_[bin] = static_cast<std::uint32_t>(regions_.size());
    owner_.push_back(region_[bin]);
    regions_.push_back({bin, bin + std::size_t{1}, bin, levels_[bin]});
  }

  void grow(std::uint32_t region, std::size_t bin) {
    region_[bin] = region;
    regions_[region].first = std::min(regions_[region].first, bin);
    regions_[region].last = std::max(regions_[region].last, bin + 1);
  }

  void meet(std::uint32_t left, std::uint32_t right, Centibel valley) {
    const auto [low, high] =
        regions_[left].level < regions_[right].level ? std::pair(left, right) : std::pair(right, left);
    if (regions_[low].level - valley >= kValley) return;
    owner_[low] = high;
    regions_[high].first = std::min(regions_[high].first, regions_[low].first);
    regions_[high].last = std::max(regions_[high].last, regions_[low].last);
  }

  std::span<const Centibel> levels_;
  std::vector<std::uint32_t> region_;  // of each bin
  std::vector<std::uint32_t> owner_;   // of each region: the one that it became part of
  std::vector<Region> regions_;
};

void absorb(Region& region, const Region& other) {
  region.first = std::min(region.first, other.first);
  region.last = std::max(region.last, other.last);
  if (other.level <= region.level) return;
  region.peak = other.peak;
  region.level = other.level;
}

// In the order of frequency. A weak signal comes in crumbs.
void join_crumbs(std::vector<Region>& regions, Centibel weak) {
  std::vector<Region> joined;
  for (const Region& region : regions) {
    const bool near = !joined.empty() && region.first - joined.back().last <= kBridgedBins;
    if (near && std::min(region.level, joined.back().level) < weak)
      absorb(joined.back(), region);
    else
      joined.push_back(region);
  }
  regions = std::move(joined);
}

bool is_mirrored(const Region& carrier, const Region& a, const Region& b, std::size_t most_bins) {
  const auto apart_a = static_cast<std::ptrdiff_t>(a.peak) - static_cast<std::ptrdiff_t>(carrier.peak);
  const auto apart_b = static_cast<std::ptrdiff_t>(b.peak) - static_cast<std::ptrdiff_t>(carrier.peak);
  return apart_a < 0 && apart_b > 0 && std::abs(apart_a + apart_b) <= 1 &&
         static_cast<std::size_t>(apart_b) <= most_bins && std::abs(a.level - b.level) <= kMirrorTolerance &&
         std::max(a.level, b.level) <= carrier.level - kLeastBelowCarrier;
}

// Returns true if there was a pair about region i.
bool join_pair(std::vector<Region>& regions, std::size_t i, std::size_t most_bins) {
  const std::size_t end = std::min(regions.size(), kMostPaired);
  for (std::size_t a = i + 1; a < end; ++a)
    for (std::size_t b = i + 1; b < end; ++b) {
      if (!is_mirrored(regions[i], regions[a], regions[b], most_bins)) continue;
      absorb(regions[i], regions[a]);
      absorb(regions[i], regions[b]);
      regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)));
      regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)));
      return true;
    }
  return false;
}

}  // namespace

Thresholds thresholds_of(std::span<const Centibel> levels, std::size_t ffts) {
  const Centibel floor = raised(lower_quartile(levels), quartile_depth(ffts));
  const double margin = noise_margin(ffts);
  return {floor, raised(floor, std::max(kAppear, margin)), raised(floor, std::max(kKeep, margin))};
}

std::vector<Region> find_regions(std::span<const Centibel> levels, const Thresholds& thresholds) {
  std::vector<Region> regions = Relief(levels).divide(thresholds.keep);
  std::ranges::sort(regions, {}, &Region::first);
  join_crumbs(regions, raised(thresholds.keep, kValley / 100.0));
  std::ranges::stable_sort(regions, std::ranges::greater{}, &Region::level);
  if (regions.size() > kMostRegions) regions.resize(kMostRegions);
  return regions;
}

void join_sidebands(std::vector<Region>& regions, std::size_t most_bins) {
  for (std::size_t i = 0; i < std::min(regions.size(), kMostPaired); ++i)
    while (join_pair(regions, i, most_bins)) continue;
}

}  // namespace spectrumd
