// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>

#include "daemon/server/http/client_address.h"

namespace spectrumd {

// Who has brought wrong tokens lately. Their further failures are answered late, so that guessing is slow; a right
// token is never kept waiting, since a reverse proxy looks like one address. One thread.
class FailedLogins {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts one; true when its answer should wait.
  bool note(const ClientAddress& address, Clock::time_point now = Clock::now());

 private:
  struct Record {
    std::size_t failures = 0;
    Clock::time_point last;
  };
  void forget_old(Clock::time_point now);

  std::map<ClientAddress, Record> records_;
};

}  // namespace spectrumd
