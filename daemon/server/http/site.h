// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/config/settings.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/server/http/route.h"
#include "daemon/server/http/upgrade.h"
#include "daemon/server/memory_budget.h"
#include "daemon/server/own_names.h"
#include "daemon/server/rate_limits.h"
#include "daemon/users/accounts.h"

namespace spectrumd {

// What a program serves. What it refers to must outlive the server.
struct Site {
  HandlerContext context;
  Routes routes;
  std::string_view index;                      // the file of the page that is "/"
  OnUpgraded on_upgraded = {};                 // receives connections that become WebSockets
  std::function<void()> end_upgraded = [] {};  // ends these, before the server stops

  std::function<Settings()> settings;  // those in force; any thread
  Heartbeats& heartbeats;
  std::atomic<std::size_t>& event_clients;
  MemoryBudget& memory;  // for responses being sent
  ChangeLimits& change_limits;
  std::shared_ptr<OwnNames> own_names;
  Accounts* accounts = nullptr;  // null: there are no users
};

}  // namespace spectrumd
