// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

namespace spectrumd {

struct ServerContext;

// What the clients of rtl_tcp ask the radio to do: collected, so that of a flood of orders only the last of each kind
// is carried out, several times a second; checked and carried out as PATCH api/v1/tuning does it. One thread.
class RemoteTuning {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RemoteTuning(ServerContext& context) : context_(context) {}

  void add(const rtl_tcp::Command& command);
  void apply(Clock::time_point now = Clock::now());                          // what is due
  std::chrono::milliseconds time_to_wait(std::chrono::milliseconds longest,  // until apply has something to do
                                         Clock::time_point now = Clock::now()) const;

 private:
  bool try_to_apply();

  ServerContext& context_;
  std::map<std::string, std::optional<double>> patch_;  // what has been asked for since; nullopt: "auto"
  Clock::time_point next_;
  std::optional<double> gain_;  // the last one asked for, for when it is set by hand again
};

}  // namespace spectrumd
