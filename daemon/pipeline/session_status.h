// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "daemon/pipeline/device_meter.h"
#include "daemon/pipeline/sample_counts.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A source and what became of its samples so far.
struct SessionStatus {
  SourceFacts source;
  SourceReport report;
  Tuned tuned;                     // actual state of the radio
  std::optional<std::size_t> hop;  // of a sweep, from 0
  double measured_rate_hz = 0;
  SampleCounts samples;
  double rows_per_second = 0;  // measured over the last seconds
  double dsp_load = 0;         // share of one core the dsp thread spends on transforms
  DeviceLoad device_load;
};

}  // namespace spectrumd
