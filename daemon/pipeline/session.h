// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "daemon/pipeline/dsp_loop.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/hopper.h"
#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/rate_meter.h"
#include "daemon/pipeline/row_in_progress.h"
#include "daemon/pipeline/sample_taps.h"
#include "daemon/pipeline/session_status.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/wall_clock.h"

namespace spectrumd {

// Capacity of the ring between source and dsp thread, if the history holds rows of up to `most_bins`.
std::size_t ring_bytes(const SourceFacts& facts, std::size_t most_bins);

// One source from its first sample to its last: source thread, ring and dsp thread. Runs from start() to stop(); when
// the data end or the device is lost, it reports that in its status and stays idle. start() and stop() are called by
// one thread, the rest by any; only stop() blocks.
class Session : private IqSink {
 public:
  using Retire = std::function<void(Transform)>;  // receives transforms that are no longer used; any thread

  Session(std::unique_ptr<IqSource> source, DspPlan plan, History& history, EventLog& events, Heartbeats& heartbeats,
          SampleTaps& taps, WallClock& clock, Retire retire, RowInProgress* in_progress = nullptr);
  ~Session() override;

  void start(std::uint64_t last_sequence);  // the first row is number last_sequence + 1
  void stop();                              // waits for both threads and retires the transform; only the status remains

  const IqSource& source() const { return *source_; }
  void retune(TuningRequest request, const std::optional<SweepPlan>& sweep);
  void replan(DspPlan plan) { dsp_.replan(std::move(plan)); }
  void release() { dsp_.release(); }  // the transform, until the next one comes

  SessionStatus status() const;  // any thread

 private:
  void take(const IqBlock& block) override;
  void discard(const IqBlock& block) override;
  void report(const SourceReport& report) override;
  void idle() override;
  void note_arrival(const IqBlock& block);
  void lead_on(const IqBlock& block, std::size_t samples);  // to the next hop of a sweep
  void run_source(std::stop_token stop);
  void end(SourceState state, const std::string& reason);
  void note_row(RowPtr row);
  void note_gap(std::uint64_t samples);

  std::unique_ptr<IqSource> source_;
  const SourceFacts facts_;
  History& history_;
  EventLog& events_;
  Heartbeats& heartbeats_;
  SampleTaps& taps_;
  WallClock& clock_;
  Slot<TuningRequest> requests_;
  IqRing ring_;
  DspLoop dsp_;
  std::stop_token stop_;  // used by the source thread only
  std::atomic<bool> sweeps_ = false;

  mutable std::mutex mutex_;  // guards what follows
  SourceReport report_;
  bool reported_streaming_ = false;
  Tuned tuned_;
  std::optional<Hopper> hopper_;
  std::uint64_t arrived_ = 0;
  RateMeter arrivals_, rows_;

  std::uint64_t unreported_gap_ = 0;  // dsp thread only, as is the next
  std::chrono::steady_clock::time_point gap_reported_{};

  std::jthread dsp_thread_;  // before the source thread, so that it stops after it
  std::jthread source_thread_;
};

}  // namespace spectrumd
