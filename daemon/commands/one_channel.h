// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "daemon/channels/channel_book.h"
#include "daemon/config/settings.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/receiver.h"

namespace spectrumd {

// A radio without a server, and one channel of it, for a command. The radio is tuned next to the center, where the
// spike in the middle of its band is not heard. One thread.
class OneChannel {
 public:
  // Throws what Receiver throws, and ChannelRefused.
  OneChannel(const Settings& settings, const ChannelOrder& order);

  SharedChannel& channel() { return channel_->channel(); }
  SourceFacts source() const { return receiver_.status().source; }

  // Samples that were on the air so far.
  std::uint64_t samples() const;

  // To be called now and then: true once the source has ended and its last samples have come. Throws SourceError if no
  // radio was named and there is none.
  bool has_ended();

 private:
  History history_;
  EventLog events_;
  Heartbeats heartbeats_;
  Receiver receiver_;
  ChannelBook book_;
  BookedChannelPtr channel_;
  std::optional<std::uint64_t> at_last_look_;  // samples, since the source has ended
  int quiet_looks_ = 0;
};

}  // namespace spectrumd
