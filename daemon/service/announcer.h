// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "daemon/server/own_names.h"
#include "daemon/service/announced_server.h"
#include "daemon/service/responder.h"

namespace spectrumd {

// Announces a server in the local network from construction to destruction, on a separate thread: neither waits for
// avahi-daemon, which may be absent, stop, start and hang. A thread that hangs in a call to it is abandoned.
class Announcer {
 public:
  using Connect = std::function<std::unique_ptr<Responder>()>;

  Announcer(AnnouncedServer server, std::shared_ptr<OwnNames> names, const Connect& connect = connect_to_responder);
  ~Announcer();  // waits 300 ms for the records to be withdrawn, at most
  Announcer(const Announcer&) = delete;
  Announcer& operator=(const Announcer&) = delete;

  // How many threads have not ended, the abandoned ones included.
  static int alive() { return alive_; }

 private:
  struct Work;

  static inline std::atomic<int> alive_ = 0;

  std::shared_ptr<Work> work_;  // shared with the thread, which may outlive this
  std::jthread thread_;
};

}  // namespace spectrumd
