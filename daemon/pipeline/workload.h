// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/sources/iq_source.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// The transforms and rows that the settings require for a source.
struct Workload {
  gpufft::SpectrumRequest request;
  std::size_t frames = 0;          // per row
  std::optional<SweepPlan> sweep;  // without its generation

  std::size_t row_bins() const { return sweep ? sweep->bins : request.bins; }
};

// Throws TuningRefused if the span cannot be swept.
Workload workload_of(const SourceFacts& source, const Settings& settings);

// True if one transform serves both.
bool same_transform(const Analysis& one, const Analysis& other);
Analysis with_transform_of(Analysis analysis, const Analysis& other);

}  // namespace spectrumd
