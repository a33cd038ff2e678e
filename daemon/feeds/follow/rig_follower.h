// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/config/followed_rig.h"
#include "daemon/config/if_tap.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/feeds/follow/rig_link.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Follows the dial of a transceiver: the radio is its panadapter. Where clients tune, the dial is turned, if that is
// permitted. While the rig transmits, possibly elsewhere, the picture stays where it was. Reconnects for as long as it
// lives, less and less often. On its own thread; construction does not wait for it, destruction for one answer at most.
class RigFollower {
 public:
  struct Plan {
    FollowedRig rig;
    std::vector<IfTap> taps;  // empty: the radio is at the antenna
    Hertz pitch;              // see pitch_of()
    bool may_tune = false;
    std::chrono::milliseconds retry = std::chrono::seconds(1);  // at first; up to sixty times that
  };

  RigFollower(Plan plan, ServerContext& context);
  ~RigFollower();

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::stop_token& stop);
  void converse(const std::stop_token& stop);
  std::unique_ptr<RigLink> connect(const std::stop_token& stop) const;
  void announce(bool connected);
  void lose(const std::string& cause);
  void take(const RigReading& reading);
  std::string follow(const RigReading& reading);
  void turn(RigLink& link);
  void flag();
  FeedStatus status() const;

  ServerContext& context_;
  const Plan plan_;
  const std::string name_;
  FeedState state_;
  mutable std::mutex mutex_;
  std::optional<RigReading> last_;  // while it transmits, frequency and mode of before
  bool connected_ = false;
  std::optional<Hertz> followed_;  // the dial that the radio was tuned for
  Clock::time_point flag_again_{};
  std::atomic<std::uint64_t> readings_ = 0;
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd
