// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/pipeline/device_meter.h"
#include "daemon/pipeline/sample_counts.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A source and what becomes of its samples, as of now.
struct SessionStatus {
  SourceFacts source;
  SourceReport report;
  Tuned tuned;  // as the radio is
  double measured_rate_hz = 0;
  SampleCounts samples;
  double rows_per_second = 0;  // measured over the last seconds
  double dsp_load = 0;         // share of one core the dsp thread spends on transforms
  DeviceLoad device_load;
};

}  // namespace spectrumd
