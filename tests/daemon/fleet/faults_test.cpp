// SPDX-License-Identifier: MIT
// What can go wrong between a history and a database: afterwards every frame is there, once, byte by byte. The counts
// are printed. FLEET_KILLS says how often something is killed.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>

#include "tests/daemon/fleet/fleet_world.h"
#include "tests/fakes/swallowing_link.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

int kills() {
  const char* const text = std::getenv("FLEET_KILLS");
  return text != nullptr ? std::atoi(text) : 3;
}

class FleetFaults : public FleetWorld {
 protected:
  void expect_all(const std::string& what, const std::vector<std::int64_t>& receivers = {}) {
    EXPECT_TRUE(has_all(receivers));
    const FrameCounts counted = counts(receivers);
    EXPECT_EQ(counted.stored, counted.made);
    std::cout << what << ": " << counted << '\n';
  }
  static bool says(const Reporter& reporter, const std::string& text) {
    return eventually([&] { return reporter.status().cause.find(text) != std::string::npos; });
  }
};

TEST_F(FleetFaults, LinkCut) {
  world_.seconds(1800);
  auto reports = reporter();
  ASSERT_TRUE(has_all());
  server().stop();
  world_.seconds(6 * 3600);
  EXPECT_TRUE(eventually([&] { return status_of(*reports).state == "waiting"; }));
  EXPECT_TRUE(eventually([&] { return reports->waiting() > 300; })) << reports->waiting();
  server().start();
  expect_all("link cut for 6 hours");
  EXPECT_TRUE(eventually([&] { return reports->waiting() == 0; }));
}

// Nothing is refused and nothing closes: the silence of the server says it, after a minute. The server, too, does not
// know that the session has ended, and its locks hold up the next one until it does.
TEST_F(FleetFaults, LinkSwallowsPackets) {
  SwallowingLink link(server().port());
  world_.seconds(1800);
  const auto reports = reporter(plan(fmt::format("postgresql://owner@127.0.0.1:{}/{}", link.port(), database_)));
  ASSERT_TRUE(has_all()) << status_of(*reports).cause;
  link.swallow(true);
  world_.seconds(3600);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(eventually([&] { return status_of(*reports).state == "waiting"; }, 70s));
  const std::chrono::duration<double> noticed = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(status_of(*reports).cause, "the server does not answer");
  link.swallow(false);
  expect_all(fmt::format("link that swallows packets, noticed after {:.0f} s", noticed.count()));
}

TEST_F(FleetFaults, FirstOfTwoServersIsSilent) {
  SwallowingLink silent(server().port());
  silent.swallow(true);
  world_.seconds(1800);
  const auto reports = reporter(
      plan(fmt::format("postgresql://owner@127.0.0.1:{},127.0.0.1:{}/{}", silent.port(), server().port(), database_)));
  expect_all("the first of two servers silent");
}

TEST_F(FleetFaults, ServerKilled) {
  std::minstd_rand random(7);
  auto reports = reporter();
  for (int i = 0; i < kills(); ++i) {
    world_.seconds(400);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 1500));
    server().kill();
    world_.seconds(200);
    server().start();
  }
  expect_all(fmt::format("server killed {} times", kills()));
}

// Between COMMIT and the note of it, too: what was sent is sent again, and is known.
TEST_F(FleetFaults, ReporterStopped) {
  std::minstd_rand random(8);
  for (int i = 0; i < kills() * 3; ++i) {
    world_.seconds(300);
    const auto reports = reporter();
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
  }
  const auto reports = reporter();
  expect_all(fmt::format("reporter stopped {} times", kills() * 3));
}

TEST_F(FleetFaults, NoteOfItLost) {
  world_.seconds(3600);
  auto reports = reporter();
  ASSERT_TRUE(has_all());
  reports.reset();
  for (const char* end : {"", "-wal", "-shm"})
    std::filesystem::remove(folder_.path() / ("history/reports.db" + std::string(end)));
  reports = reporter();
  EXPECT_TRUE(eventually([&] { return reports->known() > 60; })) << "all of it is sent again, and is there already";
  expect_all("note of what was sent lost");
}

// As after a failover to a standby that had not all of it, or a restored backup.
TEST_F(FleetFaults, ServerLostCommits) {
  world_.seconds(3600);
  auto reports = reporter();
  ASSERT_TRUE(has_all());
  reports.reset();
  server().connect(database_).run(
      "DELETE FROM fleet.tile WHERE step = 1; DELETE FROM fleet.frame WHERE step = 1; "
      "UPDATE fleet.receiver SET batch = 0");
  reports = reporter();
  expect_all("server lost what it had committed");
}

TEST_F(FleetFaults, WrongPassword) {
  server().connect(database_).run("GRANT spectrumd_reporter TO guarded");
  world_.seconds(1800);
  ReportPlan guarded = plan(server().tcp_url(database_, "guarded"));
  guarded.password = "another word";
  auto reports = reporter(guarded);
  EXPECT_TRUE(says(*reports, "password authentication failed"));
  EXPECT_EQ(status_of(*reports).cause.find("another word"), std::string::npos) << "which no message has";
  EXPECT_EQ(number("SELECT count(*) FROM fleet.frame"), 0);
  guarded.password = "secret word";
  reports.reset();
  reports = reporter(guarded);
  expect_all("wrong password, then the right one");
}

TEST_F(FleetFaults, SchemaOlderOrNewer) {
  world_.seconds(1800);
  PgConnection owner = server().connect(database_);
  owner.run("ALTER TABLE fleet.version RENAME TO version_aside");
  auto reports = reporter();
  EXPECT_TRUE(says(*reports, "spectrumd fleet init"));
  owner.run(
      "ALTER TABLE fleet.version_aside RENAME TO version; UPDATE fleet.version SET version = version + 100, compatible "
      "= version + 100");
  EXPECT_TRUE(says(*reports, "update spectrumd"));
  EXPECT_EQ(number("SELECT count(*) FROM fleet.frame"), 0);
  EXPECT_THROW(migrate(owner), PgError) << "an older program does not touch a newer schema";
  owner.run(fmt::format("UPDATE fleet.version SET compatible = 1"));
  expect_all("schema newer than the reporter, but compatible");
}

TEST_F(FleetFaults, ClockSteps) {
  auto reports = reporter();
  for (const auto step : {std::chrono::nanoseconds(1h), std::chrono::nanoseconds(-1h), std::chrono::nanoseconds(-1h)}) {
    world_.seconds(900);
    world_.step_clock(step);
  }
  world_.seconds(900);
  reports.reset();
  world_.stop();
  world_.start();
  reports = reporter();
  expect_all("clock stepped by +1 h, -1 h, -1 h");
  EXPECT_EQ(number("SELECT count(DISTINCT epoch) FROM fleet.frame"), 4);
}

// A Pi without a clock starts in 1970; once it knows the time, what it measured is moved.
TEST_F(FleetFaults, ClockWasNotSet) {
  const Time right = world_.now;
  world_.synchronized = false;
  world_.now = Time(1000s);
  auto reports = reporter();
  world_.seconds(600);
  world_.synchronized = true;
  world_.step_clock(right - Time(1000s));
  world_.seconds(1200);
  expect_all("clock at 1970, then set");
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.clock WHERE shift_ms <> 0") == 1; }));
  EXPECT_EQ(
      number("SELECT count(*) FROM fleet.frame WHERE t0 < '2000-01-01' AND tableoid::regclass::text !~ '_other$'"), 0);
}

// The same before it connects: the first transaction has rows of both times, but no partition for the decades between.
TEST_F(FleetFaults, ClockWasNotSetAndSetBeforeTheFirstSession) {
  const Time right = world_.now;
  world_.synchronized = false;
  world_.now = Time(1000s);
  world_.seconds(3900);
  world_.synchronized = true;
  world_.step_clock(right - Time(1000s));
  world_.seconds(3900);
  const auto reports = reporter();
  expect_all("clock at 1970, set before the first session");
  EXPECT_LE(
      number(
          "SELECT count(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent WHERE c.relname = 'frame_1min'"),
      3);
}

// A file that cannot be read ends the session, and would end it again where what waits is counted.
TEST_F(FleetFaults, FileThatCannotBeRead) {
  world_.seconds(1800);
  const auto reports = reporter();
  ASSERT_TRUE(has_all());
  const std::filesystem::path unreadable =
      folder_.path() / "history/1min" / (period_of(kLevelTable.at(2), world_.now) + ".9.db");
  std::filesystem::create_directory(unreadable);
  EXPECT_TRUE(says(*reports, unreadable.filename())) << status_of(*reports).cause;
  EXPECT_EQ(status_of(*reports).state, "waiting");
  std::filesystem::remove(unreadable);
  world_.seconds(600);
  expect_all("a file that could not be read");
}

// A copy of a card, in another Pi or in a machine that cannot be distinguished: both continue with the same numbers.
class FleetCopies : public FleetFaults {
 protected:
  void copy_card() {
    world_.stop();
    std::filesystem::copy(folder_.path() / "history", folder_.path() / "copy",
                          std::filesystem::copy_options::recursive);
    copy_.now = world_.now;
    copy_.boot = "other boot";
    copy_.start();
    world_.start();
  }
  FrameCounts counts_of_copy(const std::vector<std::int64_t>& receivers) {
    PgConnection connection = server().connect(database_);
    return compare(copy_.reader(), connection, receivers);
  }
  StoreWorld copy_{folder_.path() / "copy", Time()};
};

TEST_F(FleetCopies, InTwoBoards) {
  world_.seconds(600);
  auto first = reporter();
  ASSERT_TRUE(has_all());
  first.reset();
  const std::int64_t sent = number("SELECT count(*) FROM fleet.frame");
  copy_card();
  first = reporter();
  const auto second = reporter(plan(server().url(database_)), copy_, "other board", "other boot");
  world_.seconds(900);
  copy_.seconds(900);
  expect_all("one card in two boards, the first", {1});
  const std::int64_t made = static_cast<std::int64_t>(counts_of_copy({2}).made) - sent;
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.frame WHERE receiver = 2") == made; }));
  std::cout << "the second: " << made << " frames that the card had not sent when it was copied, "
            << number("SELECT count(*) FROM fleet.frame WHERE receiver = 2") << " stored\n";
  EXPECT_TRUE(says(*second, "its card has been copied"));
}

TEST_F(FleetCopies, WithOneIdentity) {
  world_.seconds(600);
  auto first = reporter();
  ASSERT_TRUE(has_all());
  first.reset();
  copy_card();
  first = reporter();
  const auto second = reporter(plan(server().url(database_)), copy_, "board", "other boot");
  world_.seconds(900);
  copy_.seconds(900);
  // Each has made what the other one has not, under the same numbers and times.
  std::int64_t common = 0;
  for (const std::size_t level : {0U, 1U, 2U})
    common += static_cast<std::int64_t>(copy_.reader().count_made_between(level, {-1, -1}, {2, -1}));
  const auto made = static_cast<std::int64_t>(counts().made + counts_of_copy({}).made) - common;
  const auto stored = [&] { return number("SELECT count(*) FROM fleet.frame"); };
  EXPECT_TRUE(eventually([&] { return stored() == made; }))
      << number("SELECT count(*) FROM fleet.frame WHERE epoch & 4294967295 = 0") << " without a checksum";
  std::cout << "two with one identity: " << made << " frames made, " << stored() << " stored, " << common
            << " before\n";
  EXPECT_EQ(number("SELECT count(*) FROM fleet.receiver"), 1);
  first.reset();
  first = reporter();
  EXPECT_TRUE(says(*first, "another machine with the same card and board"));
}

TEST_F(FleetFaults, RenamedAndMoved) {
  world_.seconds(600);
  auto reports = reporter();
  ASSERT_TRUE(has_all());
  ReportPlan renamed = plan(server().url(database_));
  renamed.name = "attic";
  reports.reset();
  reports = reporter(renamed);
  EXPECT_TRUE(eventually([&] { return number("SELECT count(*) FROM fleet.receiver WHERE name = 'attic'") == 1; }));
  EXPECT_EQ(number("SELECT count(*) FROM fleet.receiver"), 1);
  reports.reset();
  reports = reporter(renamed, world_, "new board", "another boot");
  world_.seconds(900);
  expect_all("the card moved to another board");
  EXPECT_EQ(number("SELECT count(*) FROM fleet.receiver"), 2) << "a new one, without the history before";
}

TEST_F(FleetFaults, DiskFull) {
  const char* const library = std::getenv("FULL_DISK_LIBRARY");
  if (library == nullptr) GTEST_SKIP() << "FULL_DISK_LIBRARY is not set";
  PostgresServer full(library);
  const std::string database = full.make_database();
  {
    PgConnection connection = full.connect(database);
    migrate(connection);
  }
  world_.seconds(600);
  const auto reports = reporter(plan(full.url(database)));
  ASSERT_TRUE(eventually([&] { return reports->stored() > 0; }));
  const std::ofstream flag(full.full_disk_flag());
  world_.seconds(2 * 3600);
  EXPECT_TRUE(eventually([&] { return status_of(*reports).state == "waiting"; }));
  std::cout << "cause: " << status_of(*reports).cause << '\n';
  std::filesystem::remove(full.full_disk_flag());
  full.kill();  // PostgreSQL panics where it cannot write its log
  full.start();
  EXPECT_TRUE(eventually(
      [&] {
        PgConnection connection = full.connect(database);
        return compare(world_.reader(), connection, {}).all_there();
      },
      120s));
  PgConnection connection = full.connect(database);
  std::cout << "disk of the server full: " << compare(world_.reader(), connection, {}) << '\n';
}

}  // namespace
}  // namespace spectrumd
