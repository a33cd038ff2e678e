// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "daemon/channels/shared_channel.h"

namespace spectrumd {

// Reads a channel and makes bytes of it, which wait for a client: a few seconds of them. A client that takes less than
// there is misses the newest; other clients do not. A stream has one rate: it ends when its channel gets another.
class StreamReader : public ChannelReader {
 public:
  StreamReader(double rate, std::size_t most_bytes) : rate_(rate), most_(most_bytes) {}

  void take(const ChannelBlock& block) final;
  void end() override { ended_ = true; }

  std::string fetch();  // all that wait
  bool ended() const { return ended_; }
  std::uint64_t dropped() const { return dropped_; }  // bytes

 protected:
  virtual void make_bytes(const ChannelBlock& block) = 0;  // calls put
  void put(std::string_view bytes);
  double rate() const { return rate_; }  // of the channel

 private:
  const double rate_;
  const std::size_t most_;
  std::atomic<bool> ended_ = false;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::mutex mutex_;
  std::string waiting_;
};

// Bytes that may wait for a client, of a stream of so many a second.
std::size_t waiting_bytes(double bytes_per_second);

}  // namespace spectrumd
