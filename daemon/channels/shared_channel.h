// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "daemon/channels/channel_hub.h"
#include "daemon/channels/listening/settings.h"

namespace spectrumd {

// A channel as a client asks for it. One that is listened to has the rate and the bandwidth of its mode.
struct ChannelOrder {
  ChannelSettings settings;  // its center is what is listened to
  std::optional<ListenSettings> listen;

  friend bool operator==(const ChannelOrder&, const ChannelOrder&) = default;
};

ChannelOrder listening_at(Hertz center, const ListenSettings& listen);

// One of those who read a channel.
class ChannelReader : public ChannelSink {
 public:
  virtual void adopt(const ChannelOrder& order) = 0;  // before the first block, and with each change; any thread
  virtual void end() = 0;                             // nothing follows; any thread
  virtual std::optional<ListenStatus> heard() const { return std::nullopt; }  // if it listens; any thread
};

// A channel with any number of readers.
class SharedChannel : public ChannelSink {
 public:
  explicit SharedChannel(const ChannelOrder& order) : order_(order) {}

  void take(const ChannelBlock& block) override;

  ChannelOrder order() const;
  void adopt(const ChannelOrder& order);
  void add(std::shared_ptr<ChannelReader> reader);
  void remove(const ChannelReader& reader);
  std::size_t readers() const;
  std::optional<ListenStatus> heard() const;  // by one of those who listen
  void end();

 private:
  std::vector<std::shared_ptr<ChannelReader>> readers_now() const;

  mutable std::mutex mutex_;  // guards what follows
  ChannelOrder order_;
  bool ended_ = false;
  std::vector<std::shared_ptr<ChannelReader>> readers_;
};

}  // namespace spectrumd
