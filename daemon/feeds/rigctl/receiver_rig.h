// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/feeds/rigctl/rig.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// The receiver as a transceiver: its dial is a place in the band, which moves within it as often as a program likes. A
// frequency outside retunes the radio, at most ten times a second, and only where that is allowed. If another client
// tunes the radio away, the dial is at the center. Any thread; nothing blocks.
class ReceiverRig : public Rig {
 public:
  using Clock = std::chrono::steady_clock;

  ReceiverRig(ServerContext& context, bool may_tune) : context_(context), may_tune_(may_tune) {}

  Hertz frequency() const override;
  RigError tune(Hertz frequency, const std::string& address) override;
  RigMode mode() const override;
  void set_mode(RigMode mode) override;
  std::optional<double> strength_db() const override;

  // Retunes the radio when that is due. Returns how long that may be left alone.
  std::chrono::milliseconds apply(Clock::time_point now = Clock::now());
  Dial dial() const;
  bool was_set() const;  // by a client

 private:
  struct Retune {
    Hertz center;
    std::string address;  // of the client that requested it
  };

  Hertz place() const;
  RigError check(Hertz center) const;
  std::optional<Retune> retune_due(Clock::time_point now);

  ServerContext& context_;
  const bool may_tune_;
  mutable std::mutex mutex_;
  std::optional<Hertz> dial_;  // where a client has set it
  std::optional<Retune> retune_;
  Clock::time_point retunes_again_{};
  RigMode mode_{.name = "FM", .width_hz = 15000};
};

}  // namespace spectrumd
