// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "daemon/config/settings.h"
#include "daemon/pipeline/device_meter.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/panorama.h"
#include "daemon/pipeline/row_in_progress.h"
#include "daemon/pipeline/row_maker.h"
#include "daemon/sources/iq_source.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// A planned transform and the row that it accumulates into.
struct Transform {
  std::unique_ptr<gpufft::Spectrum> spectrum;
  gpufft::PowerRow power;  // cleared
};

// How samples become rows.
struct DspPlan {
  Analysis analysis;
  Decibels offset;
  std::size_t hop = 0;                 // samples
  std::optional<Transform> transform;  // absent: keep the one in use, planned for the same frames
  std::optional<SweepPlan> sweep;      // present: one row per sweep

  // Neighbouring hops have nothing in common, so averaging is done over sweeps.
  std::size_t row_averaging() const { return sweep ? 1 : analysis.averaging; }
};

// The PLL of a tuner needs a few milliseconds to lock; samples from that time would smear the new spectrum.
constexpr double kSettleSeconds = 0.010;

// The work of the dsp thread: transforms frames straight from the ring and cuts them into rows on the sample clock. A
// frame belongs to the row in which it starts; rows follow each other without gaps. run() blocks its thread until
// stopped; the functions marked "any thread" do not block.
class DspLoop {
 public:
  struct Outlets {
    std::function<void(RowPtr)> row;
    std::function<void(std::uint64_t samples)> gap;  // samples lost
    std::function<void(Transform)> retire;           // no longer used; destroying it may take long
    RowInProgress* in_progress = nullptr;            // shows long sweeps, if given; must outlive this
  };

  DspLoop(IqRing& ring, const SourceFacts& source, DspPlan plan, Outlets outlets);

  // The first row is number `last_sequence` + 1. The transform is retired at the end.
  void run(std::stop_token stop, std::uint64_t last_sequence, Heartbeats& heartbeats);

  void replan(DspPlan plan);             // any thread; newest wins, including a transform not adopted yet
  void release();                        // any thread: retires the transform; samples are discarded until the next plan
  void end_row() { end_row_ = true; }    // any thread; no more samples for a while
  double load() const { return load_; }  // any thread; share of one core, over about a second
  DeviceLoad device_load() const { return device_meter_.load(); }  // any thread

 private:
  using Clock = std::chrono::steady_clock;

  void wait_for_news(const std::stop_token& stop);
  std::optional<DspPlan> take_plan();
  void look_for_plan();
  void adopt(DspPlan plan);
  void take_up(Transform transform);
  void retire();
  void begin_sweep();
  void end_sweep();
  void work(const IqStretch& stretch);
  void begin_stretch(const IqStretch& stretch);
  void resume(const IqStretch& stretch);
  void begin_tuning(const IqStretch& stretch);
  void begin_epoch(const IqStretch& stretch);
  void settle_for(const IqStretch& stretch);
  void note_gap(const IqStretch& stretch);
  void settle(std::size_t available);
  void discard_rest(std::size_t available);
  void pass_over(std::size_t available);
  void transform(const IqStretch& stretch, std::size_t frames);
  std::size_t frames_in(std::size_t samples) const;
  std::size_t frames_to_row_end() const;
  void advance(std::uint64_t samples);  // the position; ends the row when it passes the row's end
  void finish_row();
  void give_out(RowPtr row);
  double row_samples() const;
  void account(Clock::duration busy);

  IqRing& ring_;
  const gpufft::SampleFormat format_;
  const bool live_, demo_;
  DspPlan plan_;
  std::unique_ptr<gpufft::Spectrum> spectrum_;  // absent: released
  RowMaker maker_;
  std::optional<Panorama> panorama_;
  Outlets outlets_;

  Tuned tuned_;
  Epoch epoch_;
  bool tuned_before_ = false;
  std::size_t settling_ = 0;    // samples still to be discarded after a retune
  std::size_t overlap_ = 0;     // samples at the front of the stretch already used by an earlier frame
  std::uint64_t position_ = 0;  // the first sample of the next frame
  double row_end_ = 0;          // in samples, kept as a fraction so that rows do not drift

  // The current row.
  gpufft::PowerRow power_;
  RowFacts facts_;
  std::uint64_t sequence_ = 0;
  std::uint64_t row_start_ = 0, row_processed_ = 0, row_missing_ = 0, row_clipped_ = 0;
  std::uint16_t row_flags_ = 0;

  Clock::time_point load_since_ = Clock::now();
  Clock::duration busy_{};
  std::atomic<double> load_ = 0;
  std::atomic<bool> end_row_ = false;
  DeviceMeter device_meter_;

  std::atomic<bool> release_ = false;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any news_;
  std::optional<DspPlan> next_plan_;
};

}  // namespace spectrumd
