// SPDX-License-Identifier: MIT
// A history is reported to PostgreSQL itself.
#include "daemon/fleet/reporter.h"

#include "daemon/watch/rule.h"
#include "tests/daemon/fleet/fleet_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

using FleetReporter = FleetWorld;

TEST_F(FleetReporter, SendsEveryFrameOfItsLevels) {
  world_.seconds(2 * 3600);
  const auto reports = reporter();
  EXPECT_TRUE(has_all()) << counts();
  EXPECT_GE(counts().made, 119U + 11U + 1U) << "the last are not on the disk yet";
  world_.seconds(600);
  EXPECT_TRUE(has_all()) << "and those that come: " << counts();
  EXPECT_EQ(status_of(*reports).state, "connected");
  EXPECT_EQ(status_of(*reports).cause, "");
  EXPECT_EQ(reports->known(), 0U) << "nothing is sent twice while nothing fails";
}

TEST_F(FleetReporter, ContinuesWhereItStopped) {
  world_.seconds(3600);
  reporter().reset();
  auto reports = reporter();
  ASSERT_TRUE(has_all()) << counts();
  reports.reset();
  world_.seconds(3600);
  reports = reporter();
  EXPECT_TRUE(has_all()) << counts();
  EXPECT_EQ(reports->known(), 0U);
}

TEST_F(FleetReporter, ReportsToSeveralDatabases) {
  const std::string other = server().make_database();
  PgConnection connection = server().connect(other);
  migrate(connection);
  world_.seconds(3600);
  const auto first = reporter(), second = reporter(plan(server().url(other)));
  EXPECT_TRUE(has_all()) << counts();
  EXPECT_TRUE(eventually([&] { return compare(world_.reader(), connection, {}).all_there(); }));
}

// The newest frame of each level is there with the first transaction, the oldest with the last.
TEST_F(FleetReporter, SendsTheNewestFirst) {
  world_.seconds(9 * 3600);
  ReportPlan slow = plan(server().url(database_));
  slow.levels = {0};
  slow.backlog_rate = 1;
  const auto reports = reporter(slow);
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.frame") > 0; }));
  const std::int64_t newest = number("SELECT max(first_sequence) FROM fleet.frame");
  EXPECT_EQ(newest, world_.reader().newest(0)->key().sequence);
  EXPECT_GT(number("SELECT min(first_sequence) FROM fleet.frame"), 1);
  EXPECT_TRUE(eventually([&] { return reports->waiting() > 0; }));
  world_.seconds(120);
  EXPECT_TRUE(eventually([&] { return number("SELECT max(first_sequence) FROM fleet.frame") > newest; }))
      << "new frames do not wait for the rest";
  EXPECT_GT(reports->waiting(), 0U);
}

// Rows of a second only near alarms; the alarms as they begin and as they end.
TEST_F(FleetReporter, SendsRowsNearAlarms) {
  Book book(folder_.path() / "watch.db");
  book_ = [&book] { return &book; };
  const Time start = world_.now;
  Alarm alarm;
  alarm.name = "new signal";
  alarm.begin = alarm.last_on = start + 1h + 2min;
  alarm.frequency = 100.3e6;
  book.begin(alarm);
  world_.seconds(3 * 3600);
  ReportPlan usual = plan(server().url(database_));
  usual.levels = {2, 1};
  const auto reports = reporter(usual);
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.frame WHERE step = 1") >= 2; }));
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.alarm WHERE NOT ended") == 1; }));
  alarm.end = start + 2h;
  alarm.reason = "gone";
  book.update({alarm});
  EXPECT_TRUE(
      eventually([&] { return number("SELECT count(*) FROM fleet.alarm WHERE ended AND reason = 'gone'") == 1; }));
  EXPECT_LE(number("SELECT count(*) FROM fleet.frame WHERE step = 1"), 5);
  EXPECT_EQ(number(fmt::format("SELECT count(*) FROM fleet.frame WHERE step = 1 AND (t1 < '{}' OR t0 > '{}')",
                               format_time(alarm.begin - 61s), format_time(*alarm.end + 61s))),
            0);
}

// A look was requested by MQTT. There is no book.
TEST_F(FleetReporter, SendsRowsNearLooks) {
  const Time moment = world_.now + 1h + 2min;
  looks_ = [moment](Time since, Time until) {
    return moment >= since && moment <= until ? std::vector<Time>{moment} : std::vector<Time>();
  };
  world_.seconds(3 * 3600);
  ReportPlan usual = plan(server().url(database_));
  usual.levels = {2, 1};
  const auto reports = reporter(usual);
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.frame WHERE step = 60") >= 2; }));
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.frame WHERE step = 1") >= 2; }));
  EXPECT_EQ(number(fmt::format("SELECT count(*) FROM fleet.frame WHERE step = 1 AND (t1 < '{}' OR t0 > '{}')",
                               format_time(moment - 61s), format_time(moment + 61s))),
            0);
}

TEST_F(FleetReporter, IsNotHeldUpByTextThatNoDatabaseTakes) {
  Book book(folder_.path() / "watch.db");
  book_ = [&book] { return &book; };
  OccupancyPeriod period{.begin = world_.now, .seconds = 900, .center = {100e6}, .span = {2.4e6}, .rows = 18000};
  period.channels.push_back({.channel = {"Zürich", {{98e6}, {98.1e6}}}, .used = {.samples = 18000, .used = 4500}});
  period.channels.push_back({.channel = {"Z\xfcrich", {{99e6}, {99.1e6}}}, .used = {.samples = 18000, .used = 4500}});
  book.add(period);
  const auto reports = reporter();
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.occupancy") == 3; }))
      << status_of(*reports).cause;
  EXPECT_EQ(number("SELECT count(*) FROM fleet.occupancy WHERE name IN ('Zürich', 'Z?rich')"), 2);
}

TEST_F(FleetReporter, SendsFloorAndOccupancy) {
  Book book(folder_.path() / "watch.db");
  book_ = [&book] { return &book; };
  for (int minute = 0; minute < 300; ++minute)
    book.add(FloorFacts{.time = world_.now + minute * 1min, .center = {100e6}, .span = {2.4e6}, .floor = -90});
  OccupancyPeriod period{.begin = world_.now, .seconds = 900, .center = {100e6}, .span = {2.4e6}, .rows = 18000};
  period.bins.assign(64, 9000);
  period.channels.push_back({.channel = {"R1", {{99e6}, {99.1e6}}}, .used = {.samples = 18000, .used = 4500}});
  book.add(period);
  const auto reports = reporter();
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.floor") == 300; }));
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.occupancy") == 2; }));
  EXPECT_EQ(number("SELECT (used * 100)::int FROM fleet.occupancy WHERE name = ''"), 50);
  EXPECT_EQ(number("SELECT (used * 100)::int FROM fleet.occupancy WHERE name = 'R1'"), 25);
}

TEST_F(FleetReporter, NeedsNoMoreThanToAddRows) {
  PgConnection owner = server().connect(database_);
  if (owner.run("SELECT 1 FROM pg_roles WHERE rolname = 'adder'").size() == 0) owner.run("CREATE ROLE adder LOGIN");
  owner.run("GRANT spectrumd_reporter TO adder");
  world_.seconds(3600);
  const auto reports = reporter(plan(server().url(database_, "adder")));
  EXPECT_TRUE(has_all()) << counts() << " " << status_of(*reports).cause;
  PgConnection adder(
      {.store = *parse_report_store(server().url(database_, "adder")), .password = "", .application = ""}, {});
  for (const char* forbidden : {"SELECT * FROM fleet.frame", "SELECT * FROM fleet.receiver", "DELETE FROM fleet.tile",
                                "UPDATE fleet.frame SET rows = 0", "DROP TABLE fleet.frame"})
    EXPECT_THROW(adder.run(forbidden), PgError) << forbidden;
}

}  // namespace
}  // namespace spectrumd
