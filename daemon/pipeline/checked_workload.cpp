// SPDX-License-Identifier: MIT
#include "daemon/pipeline/checked_workload.h"

#include <fmt/format.h>

#include "daemon/pipeline/backend_choice.h"
#include "gpufft/backend.h"

namespace spectrumd {

namespace {

// Every hop, by its two ends.
void check_hops(const IqSource& source, const Tuning& wanted, const std::optional<SweepPlan>& sweep) {
  Tuning tuning = first_tuning(wanted, sweep);
  source.check(tuning);
  if (!sweep) return;
  tuning.center = sweep->center(sweep->hops - 1, true);
  source.check(tuning);
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
  return {.center = tuned.center, .rate = tuned.rate, .gain = tuned.gain, .ppm = tuned.ppm};
}

Workload checked_workload(const IqSource& source, const Settings& settings, const History& history) {
  const Workload work = workload_of(source.facts(), settings);
  check_row_memory(history, work.row_bins());
  try {
    SpectrumPlanner::check(settings, work.request);
  } catch (const gpufft::PlanError& error) {
    throw TuningRefused("fft", error.what());
  }
  check_hops(source, settings.tuning, work.sweep);
  return work;
}

}  // namespace spectrumd
