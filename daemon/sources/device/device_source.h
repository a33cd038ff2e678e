// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "daemon/sources/device/attempt.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/device/usb_events.h"

namespace spectrumd {

// A radio that comes and goes. The stream never ends: a device that is absent or does not respond is a state, reported
// to the sink with its cause and retried forever. No library call is made on the thread of stream(), so a hanging
// driver does not block it.
class DeviceSource : public IqSource {
 public:
  using Clock = std::chrono::steady_clock;

  // Throws TuningRefused. `now` is the clock for timeouts, pauses and limits.
  DeviceSource(DeviceKind kind, const Tuning& tuning, Feed::Now now = Clock::now);

  const SourceFacts& facts() const override { return facts_; }
  void check(const Tuning& tuning) const override { kind_.check(tuning); }
  void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) override;

 private:
  void attempt(const std::stop_token& stop, Slot<TuningRequest>& slot, IqSink& sink);
  void end(Attempt& attempt, IqSink& sink);
  void wait_to_retry(const std::stop_token& stop, Slot<TuningRequest>& slot, IqSink& sink);
  void become(SourceState state, IqSink& sink);
  void fail(SourceState state, Cause cause, std::string reason, IqSink& sink);
  void note(const Attempt::Progress& progress, IqSink& sink);
  bool too_many_hang() const;

  const DeviceKind kind_;
  const Feed::Now now_;
  SourceFacts facts_;
  TuningRequest request_;
  SourceReport report_;
  std::uint64_t next_sample_ = 0;
  std::uint64_t lost_before_ = 0;  // in previous attempts
  std::chrono::milliseconds pause_;
  Clock::time_point reported_{};
  std::vector<std::weak_ptr<Attempt>> abandoned_;
  UsbEvents events_;
};

}  // namespace spectrumd
