// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

// The part of a hop that is used: beyond three quarters the filters of most radios fall off.
constexpr double kKept = 0.75;
constexpr double kMostHops = 3000;  // as rtl_power has it

}  // namespace

Hertz SweepPlan::center(std::size_t hop, bool shifted) const {
  return {from.value + static_cast<double>(middle_bin(hop) + (shifted ? shift : 0)) * bin.value};
}

std::optional<SweepPlan> plan_sweep(const Tuning& tuning, std::size_t fft, double settle_seconds) {
  if (!tuning.span) return std::nullopt;
  const double width = tuning.span->to.value - tuning.span->from.value;
  if (width <= tuning.rate.value * kKept) return std::nullopt;
  if (fft < kLeastSweepFft)
    throw TuningRefused("fft", fmt::format("a sweep needs transforms of {} points or more", kLeastSweepFft));
  SweepPlan plan{.fft = fft, .bin = {tuning.rate.value / static_cast<double>(fft)}, .from = tuning.span->from};
  plan.step = static_cast<std::size_t>(kKept * static_cast<double>(fft)) / 2 * 2;
  plan.overlap = fft / 32;
  plan.notch = std::clamp<std::size_t>(fft / 256, 1, 8);
  plan.shift = 3 * plan.notch;
  const double bins = std::ceil(width / plan.bin.value - 1e-6);
  const double hops = std::ceil(bins / static_cast<double>(plan.step));
  if (hops > kMostHops)
    throw TuningRefused("span", fmt::format("{:.0f} hops of {}Hz are more than {:.0f}; a higher rate needs fewer", hops,
                                            format_number(tuning.rate.value * kKept), kMostHops));
  plan.bins = static_cast<std::size_t>(bins);
  plan.hops = static_cast<std::size_t>(hops);
  plan.hop_samples = fft + static_cast<std::size_t>((tuning.dwell + settle_seconds) * tuning.rate.value);
  return plan;
}

Tuning first_tuning(const Tuning& wanted, const std::optional<SweepPlan>& sweep) {
  Tuning tuning = wanted;
  if (sweep) {
    tuning.center = sweep->center(0, false);
  } else if (wanted.span) {
    tuning.center = {(wanted.span->from.value + wanted.span->to.value) / 2};
    tuning.span.reset();
  }
  return tuning;
}

}  // namespace spectrumd
