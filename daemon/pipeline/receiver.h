// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/pipeline/backend_choice.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/process_memory.h"
#include "daemon/pipeline/row_in_progress.h"
#include "daemon/pipeline/sample_taps.h"
#include "daemon/pipeline/session_status.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/sources/wall_clock.h"

namespace spectrumd {

// Who tuned last, and when.
struct TunedBy {
  Requester by;
  Time time;
};

struct ReceiverStatus : SessionStatus {
  std::shared_ptr<const Settings> settings;  // in force; tuning and analysis are copies from here
  Tuning tuning;                             // as requested
  std::uint32_t generation = 0;              // of the request; tuned has that of the radio
  Analysis analysis;                         // as requested
  std::optional<SweepPlan> sweep;
  std::uint64_t row_sequence = 0;
  BackendStatus backend;  // of the transform in use
  ClockStatus clock;
  bool planning = false;            // another transform is being planned for the analysis
  std::optional<TunedBy> tuned_by;  // nullopt: the tuning is that of the start
};

// The radio side of the daemon: a source, its ring and the dsp thread that turns samples into rows of the history.
//
// Changes are checked at once and take effect soon: a transform that they need is planned on a separate thread while
// the one in use keeps running. If a plan fails after all, that is an event, and the requested settings revert to those
// in use. All functions may be called on any thread; none waits for a plan, a device or a thread unless its comment
// says so.
class Receiver {
 public:
  // Plans before it starts a thread, so it blocks. Throws SourceError, TuningRefused or gpufft::PlanError.
  Receiver(const Settings& settings, History& history, EventLog& events, Heartbeats& heartbeats,
           const ProcessMemory& budget = ProcessMemory());
  ~Receiver();  // waits for the current plan

  // These throw TuningRefused, and then change nothing.
  void check(const Tuning& tuning, const Analysis& analysis) const;
  void check_past(double seconds) const;  // whether there is memory for so much of it
  void change(const Tuning& tuning, const Analysis& analysis, const Requester& by = {});
  void retune(const Tuning& tuning);
  void analyse(const Analysis& analysis);

  // Opens another source and plans for it without starting it. Waits for both; throws what the constructor throws. One
  // thread at a time.
  class Replacement;
  std::shared_ptr<Replacement> prepare(const Settings& settings) const;
  void take_over(std::shared_ptr<Replacement> next);  // waits for the end of the old source
  void replace_source(const Settings& settings) { take_over(prepare(settings)); }

  // Adopts the settings that concern neither the source nor the tuning nor the analysis.
  void adopt(const Settings& settings);

  std::shared_ptr<const Settings> settings() const;  // in force
  ReceiverStatus status() const;

  SampleTaps& taps();                // other consumers of the samples of the source in use
  RowInProgress& row_in_progress();  // of a long sweep

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd
