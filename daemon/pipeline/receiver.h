// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/pipeline/backend_choice.h"
#include "daemon/pipeline/device_meter.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/sample_counts.h"
#include "daemon/pipeline/sample_taps.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/wall_clock.h"

namespace spectrumd {

struct ReceiverStatus {
  SourceFacts source;
  SourceReport report;           // its state is also "ended", of a recording
  Tuning tuning;                 // as wished
  std::uint32_t generation = 0;  // of the wish; tuned has that of the radio
  Tuned tuned;                   // as it is
  Analysis analysis;
  std::optional<SweepPlan> sweep;  // under way
  double measured_rate_hz = 0;
  SampleCounts samples;
  ClockStatus clock;
  std::uint64_t row_sequence = 0;
  double rows_per_second = 0;  // measured over the last seconds
  double dsp_load = 0;         // share of one core the dsp thread spends on transforms
  BackendStatus backend;
  DeviceLoad device_load;
};

// The radio side of the daemon: a source, its ring and the dsp thread that turns samples into rows of the history.
class Receiver {
 public:
  // Plans before it starts a thread: throws SourceError, TuningRefused or gpufft::PlanError.
  Receiver(const Settings& settings, History& history, EventLog& events, Heartbeats& heartbeats);
  ~Receiver();

  void retune(const Tuning& wish);     // throws TuningRefused, and then nothing has changed
  void analyse(const Analysis& wish);  // likewise
  void check(const Tuning& tuning, const Analysis& analysis) const;  // throws as both would
  void replace_source(const Settings& settings);  // opens the new one first: on SourceError the old one goes on

  ReceiverStatus status() const;

  SampleTaps& taps();  // who else gets the samples of the source in use

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd
