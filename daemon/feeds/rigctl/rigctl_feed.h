// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "daemon/config/settings.h"
#include "daemon/feeds/rigctl/receiver_rig.h"
#include "daemon/feeds/tcp_feed.h"

namespace spectrumd {

struct ServerContext;

// Serves programs that control transceivers through Hamlib's rigctld. Where they set the dial, pages show a flag.
class RigctlFeed {
 public:
  RigctlFeed(const FeedSettings& settings, ServerContext& context);  // throws ServerError

  std::uint16_t port() const { return tcp_.address().port; }

 private:
  std::chrono::milliseconds work();
  void flag_dial();
  FeedStatus status() const;

  ServerContext& context_;
  const FeedSettings settings_;
  ReceiverRig rig_;
  std::atomic<std::uint64_t> commands_ = 0;
  std::chrono::steady_clock::time_point flag_again_{};
  TcpFeed tcp_;
  FeedList::Entry entry_;
};

}  // namespace spectrumd
