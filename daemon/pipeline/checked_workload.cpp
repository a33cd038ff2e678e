// SPDX-License-Identifier: MIT
#include "daemon/pipeline/checked_workload.h"

#include <fmt/format.h>

#include <cmath>

#include "daemon/pipeline/backend_choice.h"
#include "daemon/sources/source_list.h"
#include "gpufft/backend.h"

namespace spectrumd {

namespace {

// Every hop, by its two ends.
void check_hops(const IqSource& source, const Settings& settings, const std::optional<SweepPlan>& sweep) try {
  Tuning tuning = first_tuning(settings.tuning, sweep, reach_of(settings));
  source.check(tuning);
  if (!sweep) return;
  tuning.center = sweep->center(sweep->hops - 1, true);
  source.check(tuning);
} catch (const TuningRefused& refused) {
  throw in_terms_of(settings.tuning, refused);
}

std::string range_of(const Span& span) {
  return fmt::format("{}Hz to {}Hz", format_number(std::ceil(span.from.value)),
                     format_number(std::floor(span.to.value)));
}

void check_row_memory(const History& history, std::size_t bins) {
  if (bins <= history.most_bins()) return;
  throw TuningRefused(
      "fft", fmt::format("rows of {} bins do not fit into a history of {} MiB; history.memory {} is enough", bins,
                         in_mib(history.memory_limit()), in_mib(History::memory_for(bins))));
}

}  // namespace

std::uint64_t in_mib(std::uint64_t bytes) { return (bytes + (std::uint64_t{1} << 20) - 1) >> 20; }

Tuning tuning_of(const IqSource& source, const Tuning& tuning) {
  if (source.facts().tunable) return tuning;
  if (tuning.span) throw TuningRefused("span", "a recording cannot be swept; remove the span");
  const Tuned& tuned = source.facts().tuned;
  return {
      .center = tuned.center, .rate = tuned.rate, .gain = tuned.gain, .ppm = tuned.ppm, .conversion = tuned.conversion};
}

Settings with_fitting_fft(const IqSource& source, Settings settings, const History& history) {
  for (;; settings.analysis.fft /= 2) {
    const Workload work = workload_of(source.facts(), settings);
    if (!work.sweep || work.row_bins() <= history.most_bins() || settings.analysis.fft < 2 * kLeastSweepFft)
      return settings;
  }
}

std::string limits_of(const Settings& wanted, const Settings& used) {
  std::string text;
  if (const auto part = reached_part(used.tuning, reach_of(used)))
    text = fmt::format("span: at this rate the tuner reaches {}; the rest of {} has no data", range_of(*part),
                       range_of(*used.tuning.span));
  if (used.analysis.fft != wanted.analysis.fft)
    text += fmt::format("{}fft: {} instead of {} points, so that a sweep fits into history.memory",
                        text.empty() ? "" : "; ", used.analysis.fft, wanted.analysis.fft);
  return text;
}

Workload checked_workload(const IqSource& source, const Settings& settings, const History& history) {
  const Workload work = workload_of(source.facts(), settings);
  check_row_memory(history, work.row_bins());
  try {
    SpectrumPlanner::check(settings, work.request);
  } catch (const gpufft::PlanError& error) {
    throw TuningRefused("fft", error.what());
  }
  check_hops(source, settings, work.sweep);
  return work;
}

}  // namespace spectrumd
