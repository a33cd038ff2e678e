// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

// The part of a hop that is used: beyond three quarters the filters of most radios fall off.
constexpr double kKeptShare = 0.75;
constexpr double kMostHops = 3000;  // as rtl_power has it
// Hops that stand closer than this many shifts could not be distinguished by their centers.
constexpr double kLeastShiftsApart = 8;

double width(const Span& span) { return span.to.value - span.from.value; }

// The part of the span that hops within the reach cover; all of it if they cover none.
Span covered(const Tuning& tuning, const Span& reach) {
  const double half = tuning.rate.value * kKeptShare / 2;
  const Span part{{std::max(tuning.span->from.value, reach.from.value - half)},
                  {std::min(tuning.span->to.value, reach.to.value + half)}};
  return part.from < part.to ? part : *tuning.span;
}

// The reach, or anywhere if the span is out of it.
Span useful_reach(const Tuning& tuning, const Span& reach) {
  const double half = tuning.rate.value * kKeptShare / 2;
  const bool apart =
      tuning.span->to.value <= reach.from.value - half || tuning.span->from.value >= reach.to.value + half;
  return apart ? kAnywhere : reach;
}

// Returns the number of hops; fewer than 2 if one covers what is reached.
double lay_hops(SweepPlan& plan, double bins, const Span& reach) {
  const auto step = static_cast<double>(plan.step), shift = static_cast<double>(plan.shift);
  const double lowest = std::ceil((reach.from.value - plan.from.value) / plan.bin.value);
  const double highest = std::floor((reach.to.value - plan.from.value) / plan.bin.value) - shift;
  const double first = std::max(step / 2, lowest);
  const double reached = std::min(bins, highest + step / 2);
  const double hops = std::max(2.0, std::ceil((reached - first + step / 2) / step));
  const double last = std::min(first + (hops - 1) * step, highest);
  if (last < first + kLeastShiftsApart * shift) return 1;
  plan.first_middle = static_cast<std::size_t>(first);
  plan.last_middle = static_cast<std::size_t>(last);
  return hops;
}

}  // namespace

double SweepPlan::spacing() const {
  return static_cast<double>(last_middle - first_middle) / static_cast<double>(hops - 1);
}

std::size_t SweepPlan::middle_bin(std::size_t hop) const {
  return first_middle + hop * (last_middle - first_middle) / (hops - 1);
}

std::size_t SweepPlan::joint(std::size_t hop) const {
  if (hop == 0) return first_middle - step / 2;
  if (hop == hops) return last_middle + step / 2;
  return (middle_bin(hop - 1) + middle_bin(hop)) / 2;
}

double SweepPlan::seconds() const {
  return static_cast<double>(hops * hop_samples) / (static_cast<double>(fft) * bin.value);
}

Hertz SweepPlan::center(std::size_t hop, bool shifted) const {
  return {from.value + static_cast<double>(middle_bin(hop) + (shifted ? shift : 0)) * bin.value};
}

TuningRefused in_terms_of(const Tuning& wanted, const TuningRefused& refused) {
  return {wanted.span && refused.field == "center" ? "span" : refused.field, refused.what()};
}

std::optional<Span> reached_part(const Tuning& tuning, const Span& reach) {
  if (!tuning.span) return std::nullopt;
  const Span part = covered(tuning, reach);
  return part == *tuning.span ? std::nullopt : std::optional(part);
}

std::optional<SweepPlan> plan_sweep(const Tuning& tuning, std::size_t fft, double settle_seconds, const Span& reach) {
  if (!tuning.span || width(covered(tuning, reach)) <= tuning.rate.value * kKeptShare) return std::nullopt;
  if (fft < kLeastSweepFft)
    throw TuningRefused("fft", fmt::format("a sweep needs transforms of {} points or more", kLeastSweepFft));
  SweepPlan plan{.fft = fft, .bin = {tuning.rate.value / static_cast<double>(fft)}, .from = tuning.span->from};
  plan.step = static_cast<std::size_t>(kKeptShare * static_cast<double>(fft)) / 2 * 2;
  plan.overlap = fft / 32;
  plan.notch = std::clamp<std::size_t>(fft / 256, 1, 8);
  plan.shift = 3 * plan.notch;
  const double bins = std::ceil(width(*tuning.span) / plan.bin.value - 1e-6);
  const double hops = lay_hops(plan, bins, useful_reach(tuning, reach));
  if (hops < 2) return std::nullopt;
  if (hops > kMostHops)
    throw TuningRefused("span", fmt::format("{:.0f} hops of {}Hz are more than {:.0f}; a higher rate needs fewer", hops,
                                            format_number(tuning.rate.value * kKeptShare), kMostHops));
  plan.bins = static_cast<std::size_t>(bins);
  plan.hops = static_cast<std::size_t>(hops);
  plan.hop_samples = fft + static_cast<std::size_t>((tuning.dwell + settle_seconds) * tuning.rate.value);
  return plan;
}

Tuning first_tuning(const Tuning& wanted, const std::optional<SweepPlan>& sweep, const Span& reach) {
  Tuning tuning = wanted;
  if (sweep) {
    tuning.center = sweep->center(0, false);
  } else if (wanted.span) {
    const Span limits = useful_reach(wanted, reach);
    const Hertz middle{(wanted.span->from.value + wanted.span->to.value) / 2};
    tuning.center = std::clamp(middle, limits.from, limits.to);
    tuning.span.reset();
  }
  return tuning;
}

}  // namespace spectrumd
