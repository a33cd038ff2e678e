// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "daemon/hub/live_feed.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/server/http/upgrade.h"

namespace spectrumd {

// All who watch receivers through a hub, by WebSocket, served by one thread on epoll. However many watch one, there is
// one LiveFeed of it, from the first until some seconds after the last. They get what the feed has as their sockets
// have room: nothing waits for a slow one.
class LiveHub {
 public:
  struct Parts {
    std::function<ReachedPlace(std::int64_t receiver)> find;  // on threads of feeds; blocks; throws RequestError
    const ServerSettings& settings;
    std::size_t most_feeds;  // at a time: each has a thread
    Accounts* accounts;      // null: there are no users
    Heartbeats& heartbeats;
  };

  explicit LiveHub(const Parts& parts, const ReachLimits& limits = {});  // starts the thread
  ~LiveHub();                                                            // stops

  // Closes every viewer (1001) and ends the thread; blocks for a second at most. None is added afterwards. One thread.
  void stop();

  // Takes over a connection that has become a WebSocket. Any thread.
  void add(const Upgraded& connection, std::int64_t receiver);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spectrumd
