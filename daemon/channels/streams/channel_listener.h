// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "daemon/channels/listening/listener.h"
#include "daemon/channels/shared_channel.h"

namespace spectrumd {

// Listens to a channel for one of its readers. take() is called on the thread of the channels, all else on any.
class ChannelListener {
 public:
  explicit ChannelListener(const ListenSettings& settings);  // throws ListenError

  // Adopted with the next block. Modes of one channel rate have one form of sound; those of another are ignored.
  void adopt(const ChannelOrder& order);

  // Sound of a block, in whole 20 ms; valid until the next call. What is missing is silence, up to a second at a time.
  std::span<const float> take(const ChannelBlock& block);

  double rate() const { return rate_; }  // of the channel
  unsigned sound_rate() const { return listener_.sound_rate(); }
  unsigned sound_channels() const { return listener_.sound_channels(); }
  double lag() const;  // seconds from the end of the sound that take() has given to the end of its block
  ListenStatus status() const;

 private:
  void adopt_wanted();

  const double rate_;
  Listener listener_;
  std::vector<float> sound_;
  std::uint64_t samples_ = 0, frames_ = 0;  // of the channel; of the sound

  mutable std::mutex mutex_;  // guards what follows
  std::optional<ListenSettings> wanted_;
  ListenStatus status_;
};

}  // namespace spectrumd
