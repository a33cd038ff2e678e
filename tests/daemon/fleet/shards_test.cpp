// SPDX-License-Identifier: MIT
// A fleet on several servers, by the files of systemd/fleet: what receivers report to shards is read at one place.
#include <fmt/format.h>

#include "daemon/hub/fleet_reader.h"
#include "tests/daemon/fleet/fleet_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

class FleetShards : public FleetWorld {
 protected:
  void SetUp() override {
    FleetWorld::SetUp();
    if (IsSkipped()) return;
    second_.emplace();
    second_database_ = second_->make_database();
    coordinator_ = server().make_database();
    PgConnection on_second = second_->connect(second_database_), all = server().connect(coordinator_);
    migrate(on_second);
    migrate(all);
    run(server(), database_, "-v shard=0 -f", "shard.sql");
    run(*second_, second_database_, "-v shard=1 -f", "shard.sql");
    run(server(), coordinator_, "-f", "coordinator.sql");
    add(0, server(), database_);
    add(1, *second_, second_database_);
    copy_.start();
  }
  static void run(PostgresServer& server, const std::string& database, const std::string& how,
                  const std::string& file) {
    const auto script = server.lend(fmt::format("{}/systemd/fleet/{}", SPECTRUMD_ROOT, file));
    ASSERT_EQ(server.run(fmt::format("psql -Xq {} {} {}", how, script.string(), database)), 0) << file;
  }
  void add(int shard, PostgresServer& server, const std::string& database) {
    server.connect(database).run("GRANT spectrumd_reader TO guarded");
    FleetWorld::server()
        .connect(coordinator_)
        .run(fmt::format("SELECT fleet.add_shard({}, '127.0.0.1', '{}', '{}', 'guarded', 'secret word', 'disable')",
                         shard, server.port(), database));
  }

  std::optional<PostgresServer> second_;
  std::string second_database_, coordinator_;
  StoreWorld copy_{folder_.path() / "other", world_.now};
};

TEST_F(FleetShards, AreReadAsOne) {
  const Time begin = world_.now;
  world_.seconds(3 * 3600);
  copy_.seconds(3 * 3600);
  const auto first = reporter(), second = reporter(plan(second_->url(second_database_)), copy_, "other board", "boot");
  PgConnection all = server().connect(coordinator_);
  EXPECT_TRUE(eventually([&] { return compare(world_.reader(), all, {1}).all_there(); }));
  EXPECT_TRUE(eventually([&] { return compare(copy_.reader(), all, {1'000'001}).all_there(); }))
      << compare(copy_.reader(), all, {1'000'001});
  const auto query = [&](const std::string& text) {
    return all.run("SET ROLE spectrumd_reader; " + text).integer(0, 0);
  };
  EXPECT_EQ(query("SELECT count(*) FROM fleet.show_receiver"), 2);
  EXPECT_TRUE(eventually([&] { return query("SELECT count(*) FROM fleet.minute") >= 240; }));
  EXPECT_EQ(query(fmt::format("SELECT count(*) FROM fleet.levels(1000001, '{}', '{}')", format_time(begin + 1h),
                              format_time(begin + 2h))),
            60 * 64);
  std::string plan;  // what is asked of one receiver is asked of its shard alone
  const PgRows lines = all.run("EXPLAIN SELECT * FROM fleet.frame WHERE receiver = 1000001");
  for (std::size_t n = 0; n < lines.size(); ++n) plan += lines.text(n, 0);
  EXPECT_NE(plan.find("frame_shard1"), std::string::npos) << plan;
  EXPECT_EQ(plan.find("frame_shard0"), std::string::npos) << plan;
}

TEST_F(FleetShards, AreReadByAHub) {
  const Time begin = world_.now;
  world_.seconds(3600);
  copy_.seconds(3600);
  const auto first = reporter(), second = reporter(plan(second_->url(second_database_)), copy_, "other board", "boot");
  FleetReader hub({.store = *parse_report_store(server().url(coordinator_)), .password = "", .application = "hub"});
  const auto frames_of = [&](std::int64_t receiver) { return hub.frames(receiver, 0, begin, world_.now).size(); };
  EXPECT_TRUE(eventually([&] { return frames_of(1) >= 59 && frames_of(1'000'001) >= 59; }));
  EXPECT_EQ(hub.receivers().size(), 2U);
  const auto heard = hub.heard(0, begin + 10min, begin + 20min, {99e6}, {101e6});
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->size(), 2U);
}

// A reporter that is sent to the wrong place says so, and nothing is stored there.
TEST_F(FleetShards, ACoordinatorTakesNoReports) {
  world_.seconds(600);
  const auto reports = reporter(plan(server().url(coordinator_)));
  EXPECT_TRUE(eventually([&] { return reports->status().cause.find("fleet.hello") != std::string::npos; }))
      << reports->status().cause;
}

}  // namespace
}  // namespace spectrumd
