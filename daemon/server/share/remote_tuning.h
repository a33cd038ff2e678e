// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

namespace spectrumd {

struct ServerContext;

// Collects the tuning commands of rtl_tcp clients, so that of a flood of commands only the last of each kind is
// applied, several times a second; checked and applied like PATCH api/v1/tuning. Their frequencies are those of the
// device. One thread.
class RemoteTuning {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RemoteTuning(ServerContext& context) : context_(context) {}

  void add(const rtl_tcp::Command& command, const std::string& address);     // of the client
  void apply(Clock::time_point now = Clock::now());                          // applies what is due
  std::chrono::milliseconds time_to_wait(std::chrono::milliseconds longest,  // until apply() has something to do
                                         Clock::time_point now = Clock::now()) const;

 private:
  bool try_to_apply();
  Conversion conversion() const;

  ServerContext& context_;
  std::map<std::string, std::optional<double>> patch_;  // requested since the last apply(); nullopt: "auto"
  std::string address_;                                 // of the client that requested last
  Clock::time_point next_;
  std::optional<double> gain_;  // last one requested, for the return to manual gain
};

}  // namespace spectrumd
