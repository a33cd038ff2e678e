// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/feeds/fine_rows.h"
#include "daemon/feeds/kiwi/kiwi_session.h"
#include "daemon/feeds/websocket_feed.h"

namespace spectrumd {

KiwiBand kiwi_band(const ServerContext& context);  // that of the radio as it is now

// One client of a KiwiSDR's waterfall.
class KiwiTalk : public WebSocketTalk {
 public:
  KiwiTalk(ServerContext& context, const KiwiSession::Terms& terms, std::atomic<std::uint64_t>& messages)
      : context_(context), messages_(messages), session_(terms), rows_(context) {}

  void hear(std::string_view text, Outbox& outbox) override;
  bool speak(Outbox& outbox) override;

 private:
  using Clock = std::chrono::steady_clock;

  bool may_begin(Clock::time_point now);

  ServerContext& context_;
  std::atomic<std::uint64_t>& messages_;
  KiwiSession session_;
  FineRows rows_;
  std::optional<Clock::time_point> first_row_;  // not before
  Time last_;                                   // of the row that was sent last
  Clock::time_point next_row_{};                // when to send it
  std::uint32_t sequence_ = 0;                  // of that
};

}  // namespace spectrumd
