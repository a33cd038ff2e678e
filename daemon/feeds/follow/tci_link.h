// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "daemon/config/host_port.h"
#include "daemon/feeds/follow/rig_link.h"
#include "daemon/feeds/follow/tci_state.h"
#include "daemon/server/websocket/client_socket.h"

namespace spectrumd {

// A transceiver that serves TCI, such as ExpertSDR, Thetis or wfview. It reports each change by itself; pings show that
// it is still there.
class TciLink : public RigLink {
 public:
  explicit TciLink(const HostPort& server);

  RigReading read() override;
  std::string tune(Hertz frequency) override;

 private:
  using Clock = std::chrono::steady_clock;

  void hear_all();

  TciState state_;
  ClientSocket socket_;
  const std::string name_;
  Clock::time_point heard_ = Clock::now(), pinged_ = heard_;
};

}  // namespace spectrumd
