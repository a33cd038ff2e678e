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

// One rtl_tcp client. A client that is too slow skips whole blocks, so that I and Q stay in step; nothing waits for it.
// Does not throw: a failed connection is closed. One thread.
class ShareClient {
 public:
  using Clock = std::chrono::steady_clock;
  using Obey = std::function<void(const rtl_tcp::Command&)>;

  ShareClient(int socket, std::string address, const std::string& port);  // owns the socket, which is non-blocking
  ~ShareClient();
  ShareClient(const ShareClient&) = delete;
  ShareClient& operator=(const ShareClient&) = delete;

  int socket() const { return socket_; }
  const std::string& address() const { return address_; }
  const std::string& name() const { return name_; }
  std::uint64_t skipped_blocks() const { return skipped_; }

  void offer(const SharedBlock& block);
  bool send();                  // what its socket accepts; false: disconnected
  bool hear(const Obey& obey);  // its commands; likewise
  bool waits_to_send() const { return !waiting_.empty(); }

  // How long it has received nothing although something was waiting.
  Clock::duration stuck(Clock::time_point now) const { return waits_to_send() ? now - moved_ : Clock::duration(0); }

 private:
  const int socket_;
  const std::string address_, name_;
  std::deque<SharedBlock> waiting_;
  std::size_t sent_ = 0;  // bytes of the first block
  std::vector<std::byte> command_;
  std::uint64_t skipped_ = 0;
  Clock::time_point moved_ = Clock::now();  // when the socket last accepted data, or nothing was waiting
};

}  // namespace spectrumd
