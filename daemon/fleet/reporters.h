// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/fleet/reporter.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// A reporter for each database that the settings name; without a history on disk only a feed that says so.
class Reporters {
 public:
  Reporters(const Settings& settings, std::uint16_t port, ServerContext& context);

 private:
  std::list<Reporter> reporters_;
  std::optional<FeedList::Entry> without_history_;
};

// What of the history is reported, in the order in which a backlog is sent: the coarsest first.
std::vector<std::size_t> reported_levels(const std::vector<std::string>& names);

}  // namespace spectrumd
