// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "daemon/hub/reach.h"
#include "daemon/server/rows/row_codec.h"

namespace spectrumd {

struct LiveState {
  std::string state;         // "connecting", "live", "lost"
  std::string code, reason;  // of what is lost, as of an error
};

// How far a viewer has got.
struct LiveCursor {
  std::uint64_t taken = 0;  // number of a row; 0: nothing yet
  bool was_up_to_date = false;
  std::uint64_t state = 0;  // the version that it knows
};

// The rows of one receiver as they come, for all who watch it: one connection to its WebSocket, on a thread `live`. It
// retries; viewers who are late lose rows and hold up nothing. Any thread.
class LiveFeed {
 public:
  using Find = std::function<ReachedPlace()>;  // blocks; throws RequestError

  // `news` is called on its thread when there is a row or another state.
  LiveFeed(Find find, const ReachLimits& limits, std::function<void()> news);

  struct Row {
    SharedBytes encoded;
    std::size_t skipped = 0;  // before it
  };
  std::optional<Row> next(LiveCursor& cursor);
  std::optional<LiveState> changed_state(LiveCursor& cursor) const;

  void end() { thread_.request_stop(); }  // does not block
  bool has_ended() const { return has_ended_; }

 private:
  void run(const std::stop_token& stop);
  void try_session(const std::stop_token& stop);
  void session(const std::stop_token& stop);
  void hear(std::string_view text, const FleetIdentity& receiver);
  void take(std::span<const std::byte> row);
  void enter(const LiveState& state);

  const Find find_;
  const ReachLimits limits_;
  const std::function<void()> news_;
  enum class Stage : std::uint8_t { Unknown, Known, Shown };
  Stage stage_ = Stage::Unknown;  // of this session: whether it is the receiver, and whether it sends what is wanted

  mutable std::mutex mutex_;  // guards what follows
  LiveState state_{.state = "connecting", .code = "", .reason = ""};
  std::uint64_t state_version_ = 1;
  std::deque<SharedBytes> rows_;
  std::uint64_t newest_ = 0;  // number of the last of them

  std::atomic<bool> has_ended_ = false;
  std::jthread thread_;
};

}  // namespace spectrumd
