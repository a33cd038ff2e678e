// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "daemon/server/share/sample_stream.h"
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

namespace spectrumd {

// One program that takes samples. One that is too slow misses whole blocks, so that I and Q stay in step; nobody waits
// for it. Does not throw: a connection that fails is over.
class ShareClient {
 public:
  using Clock = std::chrono::steady_clock;
  using Obey = std::function<void(const rtl_tcp::Command&)>;

  ShareClient(int socket, std::string name);  // owns it, non-blocking
  ~ShareClient();
  ShareClient(const ShareClient&) = delete;
  ShareClient& operator=(const ShareClient&) = delete;

  int socket() const { return socket_; }
  const std::string& name() const { return name_; }
  std::uint64_t skipped_blocks() const { return skipped_; }

  void offer(const SharedBlock& block);
  bool send();                  // what it takes now; false: it is gone
  bool hear(const Obey& obey);  // what it says; likewise
  bool waits_to_send() const { return !waiting_.empty(); }

  // For how long it has taken nothing although something waited.
  Clock::duration stuck(Clock::time_point now) const { return waits_to_send() ? now - moved_ : Clock::duration(0); }

 private:
  const int socket_;
  const std::string name_;
  std::deque<SharedBlock> waiting_;
  std::size_t sent_ = 0;  // of the first of them
  std::vector<std::byte> command_;
  std::uint64_t skipped_ = 0;
  Clock::time_point moved_ = Clock::now();  // when the socket last took something, or nothing waited
};

}  // namespace spectrumd
