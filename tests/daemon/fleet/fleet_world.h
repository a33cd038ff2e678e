// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

#include "daemon/fleet/fleet_schema.h"
#include "daemon/fleet/reporter.h"
#include "tests/daemon/store/store_world.h"
#include "tests/eventually.h"
#include "tests/fakes/postgres/postgres_server.h"

namespace spectrumd {

// What of a history a database has: frames of all levels, with every byte of their tiles.
struct FrameCounts {
  std::size_t made = 0, stored = 0, lost = 0, twice = 0, wrong = 0;
  bool all_there() const { return lost == 0 && twice == 0 && wrong == 0; }
};
std::ostream& operator<<(std::ostream& out, const FrameCounts& counts);
FrameCounts compare(const StoreReader& reader, PgConnection& connection, const std::vector<std::int64_t>& receivers);

// A simulated history, a database for a fleet, and what reports the one to the other.
class FleetWorld : public testing::Test {
 protected:
  static PostgresServer& server();  // of all tests
  void SetUp() override;

  ReportPlan plan(const std::string& url) const;
  std::unique_ptr<Reporter> reporter() { return reporter(plan(server().url(database_))); }
  std::unique_ptr<Reporter> reporter(ReportPlan plan) { return reporter(std::move(plan), world_, "board", "boot"); }
  std::unique_ptr<Reporter> reporter(ReportPlan plan, StoreWorld& world, const std::string& board,
                                     const std::string& boot);

  FrameCounts counts(const std::vector<std::int64_t>& receivers = {});
  bool has_all(const std::vector<std::int64_t>& receivers = {});  // soon
  std::int64_t number(const std::string& query);
  static FeedStatus status_of(const Reporter& reporter) { return reporter.status(); }

  const StoreFolder folder_;
  std::string database_;
  FeedList feeds_;
  std::function<Book*()> book_ = [] { return nullptr; };
  std::function<std::vector<Time>(Time, Time)> looks_ = [](Time, Time) { return std::vector<Time>(); };
  StoreWorld world_{folder_.path() / "history",
                    std::chrono::floor<std::chrono::hours>(std::chrono::system_clock::now()) - std::chrono::hours(10)};
};

}  // namespace spectrumd
