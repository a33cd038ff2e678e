// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// Delays answers to wrong tokens: one a second for each address, and a few more for all together, however many
// connections they come from. A correct token is never delayed, because a reverse proxy looks like one address. Any
// thread; nothing blocks.
class FailedLogins {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one failure and returns when to answer it.
  Clock::time_point note(const ClientAddress& address, Clock::time_point now = Clock::now());

 private:
  struct Record {
    std::size_t failures = 0;
    Clock::time_point next_answer;
  };
  Record& record_of(const ClientAddress& address, Clock::time_point now);

  std::mutex mutex_;  // guards what follows
  std::map<ClientAddress, Record> records_;
  Clock::time_point next_answer_;  // to any client
};

}  // namespace spectrumd
