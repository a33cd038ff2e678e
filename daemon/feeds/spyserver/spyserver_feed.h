// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "daemon/config/settings.h"
#include "daemon/feeds/spyserver/band_samples.h"
#include "daemon/feeds/spyserver/spy_radio.h"
#include "daemon/feeds/tcp_feed.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Serves clients of SpyServer: SDR#, SDR++, SDRangel, AIS-catcher, SoapySpyServer.
class SpyserverFeed {
 public:
  SpyserverFeed(const FeedSettings& settings, ServerContext& context);  // throws ServerError
  ~SpyserverFeed();

  std::uint16_t port() const { return tcp_.address().port; }

 private:
  std::chrono::milliseconds work();
  FeedStatus status() const;

  const bool may_tune_;
  spy::SpyRadio radio_;
  spy::BandSamples band_;
  std::chrono::steady_clock::time_point look_again_{};
  std::atomic<std::uint64_t> messages_ = 0;
  TcpFeed tcp_;
  FeedList::Entry entry_;
};

}  // namespace spectrumd
