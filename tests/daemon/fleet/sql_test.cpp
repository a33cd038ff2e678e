// SPDX-License-Identifier: MIT
// What people find who ask a fleet's database in SQL.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "daemon/fleet/fleet_schema.h"
#include "daemon/fleet/fleet_status.h"
#include "daemon/server/http/embedded.h"
#include "tests/daemon/fleet/fleet_world.h"

namespace spectrumd {

std::span<const EmbeddedFile> fleet_schema_files();

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBins = 64;  // of the world
constexpr double kFrom = 98.8e6, kCell = 2.4e6 / kBins;

// What a minute of rows_at() has, in double.
struct Expected {
  double mean = 0, max = 0;
};
Expected expected(Time begin, std::size_t bin) {
  double power = 0, max = -1000;
  for (int second = 0; second < 60; ++second) {
    const double db = StoreWorld::level_at(begin + second * 1s, bin) / 100.0;
    power += std::pow(10, db / 10);
    max = std::max(max, db + 5);
  }
  return {10 * std::log10(power / 60), max};
}

class FleetSql : public FleetWorld {
 protected:
  PgConnection reader() {
    PgConnection owner = server().connect(database_);
    if (owner.run("SELECT 1 FROM pg_roles WHERE rolname = 'looker'").size() == 0) owner.run("CREATE ROLE looker LOGIN");
    owner.run("GRANT spectrumd_reader TO looker");
    return {{.store = *parse_report_store(server().url(database_, "looker")), .password = "", .application = ""}, {}};
  }
  PgRows levels(const std::string& values) {
    PgConnection connection = reader();
    return connection.run(
        "SELECT (extract(epoch FROM \"time\") * 1000)::bigint, frequency, mean, max FROM fleet.levels(" + values + ")");
  }
  bool has_minutes(std::int64_t count) {
    return eventually([&] { return number("SELECT count(*) FROM fleet.minute") >= count; });
  }
  void expect_right(const PgRows& rows, std::chrono::nanoseconds moved = 0s) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const Time begin = Time(std::chrono::milliseconds(rows.integer(row, 0))) - moved;
      const double bin = (rows.real(row, 1) - kFrom) / kCell - 0.5;
      ASSERT_NEAR(bin, std::round(bin), 1e-6);
      const Expected right = expected(begin, static_cast<std::size_t>(std::lround(bin)));
      EXPECT_NEAR(rows.real(row, 2), right.mean, kLevelStepDb / 2 + 0.01) << bin;  // 0.01: centibels of a second
      EXPECT_NEAR(rows.real(row, 3), right.max, kLevelStepDb / 2 + 1e-4) << bin;
    }
  }
};

TEST_F(FleetSql, LevelsAreThoseOfTheHistory) {
  const Time start = world_.now;
  world_.seconds(4 * 3600);
  const auto reports = reporter();
  ASSERT_TRUE(has_minutes(180));
  const auto during = [&](std::chrono::minutes since, std::chrono::minutes until) {
    return fmt::format("1, '{}', '{}'", format_time(start + since), format_time(start + until));
  };
  const PgRows all = levels(during(60min, 90min));
  EXPECT_EQ(all.size(), 30 * kBins);
  expect_right(all);
  // Bins whose center is in the range, to the very edge of it.
  const double tenth = kFrom + 10.5 * kCell;
  const PgRows some = levels(during(60min, 90min) + fmt::format(", {}, {}", tenth, tenth + 5 * kCell));
  EXPECT_EQ(some.size(), 30U * 5);
  EXPECT_NEAR(some.real(0, 1), tenth, 1e-3);
  EXPECT_EQ(levels(during(60min, 61min) + ", 90e6, 98.8e6").size(), 0U);
  EXPECT_EQ(levels(during(60min, 61min) + ", 90e6, 1e30").size(), kBins);
  EXPECT_EQ(levels(during(60min, 60min)).size(), 0U);
  EXPECT_EQ(levels("2, '-infinity', 'infinity'").size(), 0U) << "there is one receiver";
}

// A Pi without a clock starts in 1970. Its rows are where they belong once that is known, and only there.
TEST_F(FleetSql, LevelsAreMovedWithTheClock) {
  const Time right = world_.now;
  world_.synchronized = false;
  world_.now = Time(6000s);
  world_.seconds(3600);
  const auto reports = reporter();
  world_.synchronized = true;
  world_.step_clock(right - Time(6000s));
  world_.seconds(7200);
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.clock WHERE shift_ms <> 0") == 1; }));
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.minute WHERE t < '2000-01-01'") >= 59; }));
  EXPECT_EQ(levels("1, '1970-01-01', '2000-01-01'").size(), 0U);
  const PgRows moved = levels(fmt::format("1, '{}', '{}'", format_time(right), format_time(right + 3600s)));
  EXPECT_GE(moved.size(), 59 * kBins);
  expect_right(moved, right - Time(6000s));
}

TEST_F(FleetSql, AReaderMayNotWrite) {
  PgConnection connection = reader();
  for (const char* table :
       {"minute", "frame", "tile", "alarm", "occupancy", "floor", "health", "clock", "receiver", "run", "series",
        "version", "show_receiver", "show_health", "show_alarm", "show_floor", "show_occupancy"}) {
    connection.run(fmt::format("SELECT * FROM fleet.{}", table));
    EXPECT_THROW(connection.run(fmt::format("DELETE FROM fleet.{}", table)), PgError) << table;
  }
  for (const char* forbidden : {"INSERT INTO fleet.clock VALUES (1, 1, 1, '')", "UPDATE fleet.receiver SET name = ''",
                                "SELECT fleet.retire('1s')", "SELECT fleet.prepare('1s', now(), now())",
                                "SELECT fleet.begin_batch(1, '')", "CREATE TABLE fleet.mine(a int)"})
    EXPECT_THROW(connection.run(forbidden), PgError) << forbidden;
}

TEST_F(FleetSql, ViewsShowWhatWasReported) {
  Book book(folder_.path() / "watch.db");
  book_ = [&book] { return &book; };
  Alarm ended, open;
  ended.name = "jammer";
  ended.begin = ended.last_on = world_.now;
  ended.frequency = 100.3e6;
  book.begin(ended);
  ended.end = world_.now + 90s;
  open = ended;
  open.end.reset();
  open.id = 0;
  open.name = "carrier";
  book.begin(open);
  OccupancyPeriod period{.begin = world_.now, .seconds = 900, .center = {100e6}, .span = {2.4e6}, .rows = 18000};
  period.bins.assign(64, 9000);
  period.channels.push_back({.channel = {"R1", {{99e6}, {99.1e6}}}, .used = {.samples = 18000, .used = 4500}});
  book.add(period);
  book.add(FloorFacts{.time = world_.now, .center = {100e6}, .span = {2.4e6}, .floor = -90});
  const auto reports = reporter();
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.alarm") == 2; }));
  book.update({ended});
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.alarm") == 3; }));

  PgConnection connection = reader();
  const PgRows alarms = connection.run("SELECT name, alarm, seconds FROM fleet.show_alarm ORDER BY alarm");
  ASSERT_EQ(alarms.size(), 2U) << "its begin and its end are one";
  EXPECT_EQ(alarms.text(0, 0), "shack");
  EXPECT_EQ(alarms.text(0, 1), "carrier");
  EXPECT_TRUE(alarms.is_null(0, 2));
  EXPECT_EQ(alarms.real(1, 2), 90);
  const PgRows used = connection.run("SELECT channel, percent FROM fleet.show_occupancy ORDER BY channel NULLS LAST");
  ASSERT_EQ(used.size(), 2U);
  EXPECT_EQ(used.text(0, 0), "R1");
  EXPECT_EQ(used.real(0, 1), 25);
  EXPECT_TRUE(used.is_null(1, 0));
  EXPECT_EQ(connection.run("SELECT floor_db FROM fleet.show_floor WHERE name = 'shack'").real(0, 0), -90);
  const PgRows who = connection.run("SELECT name, seconds_since_seen, state FROM fleet.show_receiver");
  EXPECT_LT(who.real(0, 1), 60);
  EXPECT_TRUE(who.is_null(0, 2)) << "its health was not reported";
}

// Where it is is known while it says so, and forgotten once it does not.
TEST_F(FleetSql, AReceiverIsWhereItSays) {
  ReportPlan placed = plan(server().url(database_));
  placed.locator = "JO62QM";
  auto reports = reporter(placed);
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.receiver WHERE locator = 'JO62QM'") == 1; }))
      << status_of(*reports).cause;
  PgConnection connection = reader();
  EXPECT_EQ(connection.run("SELECT locator FROM fleet.show_receiver").text(0, 0), "JO62QM");
  EXPECT_EQ(fleet_receivers(connection).at(0).locator, "JO62QM");
  reports.reset();
  reports = reporter();
  ASSERT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.receiver WHERE locator IS NULL") == 1; }))
      << status_of(*reports).cause;
  EXPECT_EQ(fleet_receivers(connection).at(0).locator, "");
}

// What psql shows with \d+ says what it is.
TEST_F(FleetSql, EverythingIsDescribed) {
  EXPECT_EQ(
      number("SELECT count(*) FROM pg_class WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p', 'v') "
             "AND NOT relispartition AND obj_description(oid, 'pg_class') IS NULL"),
      0);
}

// A database of the first version: a new program reports to it as before, and once it is brought up to date, adds what
// it did not take.
TEST_F(FleetSql, AnOlderDatabaseIsReportedTo) {
  database_ = server().make_database();
  PgConnection owner = server().connect(database_);
  owner.run(std::string(fleet_schema_files()[0].content));
  owner.run("INSERT INTO fleet.version(version, compatible) VALUES (1, 1)");
  world_.seconds(2 * 3600);
  auto reports = reporter();
  EXPECT_TRUE(has_all()) << status_of(*reports).cause;
  EXPECT_EQ(migrate(owner), 1);
  EXPECT_EQ(number("SELECT compatible FROM fleet.version ORDER BY version DESC LIMIT 1"), 1)
      << "programs that know only the first version may report";
  EXPECT_TRUE(has_all()) << "what was there is kept";
  reports.reset();
  reports = reporter();
  EXPECT_TRUE(has_minutes(60)) << status_of(*reports).cause;
  EXPECT_EQ(reports->known(), 0U);
}

// Of each version before this one: what reports, and a hub that asks.
TEST_F(FleetSql, AnyOlderDatabaseIsReportedToAndRead) {
  for (int version = 1; version < known_schema(); ++version) {
    database_ = server().make_database();
    PgConnection owner = server().connect(database_);
    for (int n = 1; n <= version; ++n)
      owner.run(std::string(fleet_schema_files()[static_cast<std::size_t>(n - 1)].content));
    owner.run(fmt::format("INSERT INTO fleet.version(version, compatible) VALUES ({}, 1)", version));
    ReportPlan placed = plan(server().url(database_));
    placed.locator = "JO62QM";
    const auto reports = reporter(placed);
    EXPECT_TRUE(eventually([&] { return status_of(*reports).state == "connected"; })) << status_of(*reports).cause;
    const auto receivers = fleet_receivers(owner);
    ASSERT_EQ(receivers.size(), 1U) << version;
    EXPECT_EQ(receivers[0].name, "shack");
    EXPECT_EQ(receivers[0].locator, "") << "it has no place for it";
  }
}

// Of three months one is kept, by dropping the others; rows whose clock was not set wait for what it was.
TEST_F(FleetSql, MinutesAreDroppedWithTheirMonth) {
  PgConnection owner = server().connect(database_);
  owner.run(
      "SELECT fleet.hello(gen_random_uuid(), 'board', 'boot', 'shack', '', now());"
      "UPDATE fleet.series SET keep = '40 days' WHERE name = 'minute'");
  for (const char* age : {"0 days", "100 days"})
    owner.run(
        fmt::format("SELECT fleet.prepare('minute', now() - '{0}'::interval, now() - '{0}'::interval);"
                    "INSERT INTO fleet.minute VALUES (1, now() - '{0}'::interval, 1, 60, 0, 1, 0, 0, '', '')",
                    age));
  owner.run(
      "INSERT INTO fleet.minute VALUES (1, '1970-01-01', 2, 60, 0, 1, 0, 0, '', ''), "
      "(1, '1970-01-01', 3, 60, 0, 1, 0, 0, '', '');"
      "INSERT INTO fleet.clock(receiver, epoch, shift_ms, boot) VALUES "
      "(1, 2, extract(epoch FROM now() - '100 days'::interval) * 1000, '')");
  retire(owner, "minute");
  EXPECT_EQ(number("SELECT count(*) FROM fleet.minute"), 2);
  EXPECT_EQ(number("SELECT count(*) FROM fleet.minute WHERE epoch = 3"), 1) << "how old it is is not known";
}

}  // namespace
}  // namespace spectrumd
