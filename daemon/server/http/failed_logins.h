// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

#include "daemon/server/sockets/client_address.h"

namespace spectrumd {

// Who has brought wrong tokens lately. Their further failures are answered late, one a second for each address and a
// few more for all together, however many connections they come from. A right token is never kept waiting, since a
// reverse proxy looks like one address. Any thread.
class FailedLogins {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one, and says when to answer it.
  Clock::time_point note(const ClientAddress& address, Clock::time_point now = Clock::now());

 private:
  struct Record {
    std::size_t failures = 0;
    Clock::time_point next_answer;
  };
  Record& record_of(const ClientAddress& address, Clock::time_point now);

  std::mutex mutex_;  // guards what follows
  std::map<ClientAddress, Record> records_;
  Clock::time_point next_answer_;  // to anybody
};

}  // namespace spectrumd
