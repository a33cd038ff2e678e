// SPDX-License-Identifier: MIT
#include "daemon/watch/row_scan.h"

#include <algorithm>
#include <cmath>

#include "daemon/watch/noise.h"

namespace spectrumd {
namespace {

constexpr double kLeastCoverage = 0.5;
constexpr double kPooledLog = 4.2;  // of the strongest of up to 64 means
constexpr double kNever = -1000;    // dB

double reference_at(const RowScan& scan, Reference reference, std::size_t bin) {
  switch (reference) {
    case Reference::Absolute:
      return 0;
    case Reference::Floor:
      return decibels(scan.floor[bin]);
    case Reference::Usual:
      return decibels(scan.usual[bin]);
  }
  return 0;
}

bool has_level(const RowScan& scan, const Rule& rule, std::size_t bin) {
  if (scan.mean[bin] == kNoLevel || scan.floor[bin] == kNoLevel) return false;
  return rule.reference != Reference::Usual || (!scan.usual.empty() && scan.usual[bin] != kNoLevel);
}

}  // namespace

double RowScan::hertz(double bin) const {
  return row.center.value + (bin - static_cast<double>(row.bins() / 2)) * bin_hz();
}

bool RowScan::holds(const std::optional<Span>& range) const {
  if (!range) return true;
  const double tolerance = bin_hz() / 2;
  return range->from.value >= low_edge() - tolerance && range->to.value <= low_edge() + row.span.value + tolerance;
}

BinRange RowScan::bins_of(const std::optional<Span>& range) const {
  if (!range) return {0, row.bins()};
  const double zero = row.center.value - static_cast<double>(row.bins() / 2) * bin_hz();
  const auto place = [&](Hertz edge) {
    return std::clamp(std::round((edge.value - zero) / bin_hz()), 0.0, static_cast<double>(row.bins() - 1));
  };
  if (range->to.value < low_edge() || range->from.value > low_edge() + row.span.value) return {};
  return {static_cast<std::size_t>(place(range->from)), static_cast<std::size_t>(place(range->to)) + 1};
}

bool is_watchable(const RowFacts& row) {
  return (row.flags & (kRowSimulated | kRowUnlocked | kRowPartial | kRowZoomed)) == 0 && row.ffts > 0;
}

RowScan RowScanner::scan(const Row& row, std::span<const Centibel> usual) {
  const bool pooled = !row.peaks_of_mean.empty();
  RowScan scan{.row = row,
               .mean = pooled ? std::span<const Centibel>(row.peaks_of_mean) : row.levels[0].full(),
               .max = row.levels[1].full(),
               .floor = {},
               .usual = usual.size() == row.bins() ? usual : std::span<const Centibel>()};
  scan.mean_margin = mean_margin_db(row.ffts, pooled ? kPooledLog : 0);
  scan.max_margin = max_margin_db(row.ffts) + (pooled ? 1 : 0);
  if (const auto band = meter_.floor(row.levels[0].full(), row.ffts)) scan.band_floor = band->value;
  scan.floor = meter_.everywhere(row.levels[0].full(), row.ffts);
  scan.shows_absence = (row.flags & kRowGap) == 0 && row.coverage >= kLeastCoverage;
  scan.seconds = std::chrono::duration<double>(row.duration).count();
  return scan;
}

// A level relative to the floor has to be one that noise does not reach. In a row that was merged from many, a short
// burst shows in the maximum alone.
double excess_at(const RowScan& scan, const Rule& rule, std::size_t bin) {
  if (!has_level(scan, rule, bin)) return kNever;
  const double asked = reference_at(scan, rule.reference, bin) + rule.level;
  const double floor = rule.reference == Reference::Absolute ? kNever : decibels(scan.floor[bin]);
  double excess = decibels(scan.mean[bin]) - std::max(asked, floor + scan.mean_margin);
  if (rule.bursts || (scan.row.flags & kRowMerged) != 0)
    excess = std::max(excess, decibels(scan.max[bin]) - std::max(asked, floor + scan.max_margin));
  return excess;
}

double level_at(const RowScan& scan, const Rule& rule, std::size_t bin) {
  return decibels(rule.bursts ? scan.max[bin] : scan.mean[bin]);
}

}  // namespace spectrumd
