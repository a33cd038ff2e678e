// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/channels/channel_hub.h"
#include "daemon/feeds/spyserver/band_samples.h"
#include "daemon/server/share/block_queue.h"
#include "gpufft/sample_format.h"

namespace spectrumd {

struct ServerContext;

namespace spy {

// The samples of one client: those of the radio as they come, or of a channel of the band. One thread.
class IqStream {
 public:
  using Clock = std::chrono::steady_clock;

  struct Request {
    gpufft::SampleFormat format{};
    std::uint32_t gain_db = 0;
    double rate = 0;
    std::optional<Hertz> center;  // of a channel; nullopt: the whole band

    friend bool operator==(const Request&, const Request&) = default;
  };

  IqStream(ServerContext& context, BandSamples& band, std::function<void()> wake);
  ~IqStream();
  IqStream(const IqStream&) = delete;
  IqStream& operator=(const IqStream&) = delete;

  // To be called often; nullopt: nothing. A request is fulfilled once it has held still: clients set one thing at a
  // time. What cannot be is tried again.
  void follow(const std::optional<Request>& request, Clock::time_point now = Clock::now());
  const std::optional<Request>& now() const { return now_; }  // what fetch() gives
  std::string fetch();                                        // samples in the format of the request; bounded

 private:
  class Channel;

  void open(const Request& request);
  void open_channel(const Request& request);
  void close();
  SharedBlock next_block();
  void encode(const std::vector<std::byte>& block, std::string& bytes) const;

  ServerContext& context_;
  BandSamples& band_;
  const std::function<void()> wake_;
  std::optional<Request> request_, now_;
  std::optional<Clock::time_point> due_;       // when to open what is requested; nullopt: nothing to do
  std::optional<std::uint64_t> next_in_band_;  // the block; nullopt: the band is not read
  std::shared_ptr<Channel> channel_;
  std::unique_ptr<ChannelHub::Ticket> ticket_;
  std::deque<SharedBlock> blocks_;  // of the channel: fetched, and not returned yet
};

}  // namespace spy
}  // namespace spectrumd
