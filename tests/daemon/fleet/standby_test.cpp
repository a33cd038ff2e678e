// SPDX-License-Identifier: MIT
// A server of a fleet and its standby, by the files of systemd/fleet: a commit is on both before a receiver has its
// receipt.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <list>
#include <mutex>

#include "tests/daemon/fleet/fleet_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Two servers, of which the second is a copy that follows.
class FleetStandby : public FleetWorld {
 protected:
  void SetUp() override {
    FleetWorld::SetUp();
    if (IsSkipped()) return;
    primary_.emplace();
    standby_.emplace(PostgresServer::Empty());
    const std::string folder = primary_->folder().string();
    files_ = primary_->lend(SPECTRUMD_ROOT "/systemd/fleet").string();
    must(*primary_, fmt::format("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
                                "-subj /CN=localhost -keyout {0}/key.pem -out {0}/cert.pem",
                                folder));
    must(*primary_, fmt::format("sh -c 'umask 077; echo \"*:*:*:replicator:a word\" > {}/passfile'", folder));
    primary_->stop();
    primary_->configure(
        fmt::format("include '{0}/replication.conf'\nssl_key_file='{1}/key.pem'\n"
                    "ssl_cert_file='{1}/cert.pem'\n",
                    files_, folder));
    std::ofstream(primary_->data() / "pg_hba.conf") << "local all all trust\n"
                                                    << std::ifstream(files_ + "/pg_hba.conf").rdbuf();
    primary_->start();
    database_ = primary_->make_database();
    PgConnection owner = primary_->connect(database_);
    migrate(owner);
    owner.run("CREATE ROLE shack LOGIN PASSWORD 'secret word' IN ROLE spectrumd_reporter");
    replica(*primary_, "prepare");
    replica(*standby_, fmt::format("clone '{}' {}", source(*primary_), standby_->data().string()));
    standby_->configure("");
    standby_->start();
    ASSERT_TRUE(eventually([&] { return followers(*primary_) == 1; }));
    replica(*primary_, "sync on");
  }

  static void must(PostgresServer& server, const std::string& command) {
    if (server.run(command) == 0) return;
    std::ifstream log(server.folder() / "log");
    const std::string said{std::istreambuf_iterator<char>(log), {}};
    const std::size_t shown = std::min<std::size_t>(said.size(), 2000);
    throw std::runtime_error("failed: " + command + "\n" + said.substr(said.size() - shown));
  }
  void replica(PostgresServer& server, const std::string& words) {
    must(server, fmt::format("env REPLICATOR_PASSWORD='a word' PGPASSFILE={}/passfile {}/replica {}",
                             primary_->folder().string(), files_, words));
  }
  static std::string source(const PostgresServer& server) {
    return fmt::format("host=127.0.0.1 port={} user=replicator sslmode=require", server.port());
  }
  static std::int64_t followers(PostgresServer& server) {
    return server.connect("postgres")
        .run("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
        .integer(0, 0);
  }
  ReportPlan plan_of_both() {
    ReportPlan both = plan(
        fmt::format("postgresql://shack@127.0.0.1:{},127.0.0.1:{}/{}?target_session_attrs=read-write&sslmode=require",
                    primary_->port(), standby_->port(), database_));
    both.password = "secret word";
    return both;
  }
  std::int64_t rows_at(PostgresServer& server) {
    return server.connect(database_)
        .run(
            "SELECT (SELECT count(*) FROM fleet.frame) + (SELECT count(*) FROM fleet.tile) + "
            "(SELECT count(*) FROM fleet.minute)")
        .integer(0, 0);
  }

  std::optional<PostgresServer> primary_, standby_;
  std::string files_;  // of systemd/fleet
};

// Receivers whose histories grow until they are stopped.
class Receivers {
 public:
  Receivers(const std::filesystem::path& folder, Time start, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) worlds_.emplace_back(folder / std::to_string(n), start).start();
    thread_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        for (StoreWorld& world : worlds_) world.seconds(60);
        std::this_thread::sleep_for(50ms);
      }
    });
  }
  void stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }
  std::list<StoreWorld>& worlds() { return worlds_; }

 private:
  std::list<StoreWorld> worlds_;
  std::jthread thread_;
};

TEST_F(FleetStandby, IsPromotedWhileReceiversWrite) {
  Receivers receivers(folder_.path(), world_.now, 4);
  std::list<std::unique_ptr<Reporter>> reports;
  for (StoreWorld& world : receivers.worlds())
    reports.push_back(reporter(plan_of_both(), world, fmt::format("board {}", reports.size()), "boot"));
  const auto stored = [&] {
    std::uint64_t sum = 0;
    for (const auto& one : reports) sum += one->stored();
    return static_cast<std::int64_t>(sum);
  };
  ASSERT_TRUE(eventually([&] { return stored() > 500; })) << reports.front()->status().cause;

  primary_->kill();
  const auto killed = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - killed).count(); };
  EXPECT_TRUE(eventually(
      [&] { return std::ranges::all_of(reports, [](const auto& one) { return one->status().state == "waiting"; }); }));
  const std::int64_t receipts = stored(), there = rows_at(*standby_);
  EXPECT_GE(there, receipts) << "a receipt is for what the standby has";
  replica(*standby_, "promote " + standby_->data().string());
  const double promoted = since();
  EXPECT_TRUE(eventually([&] { return stored() > receipts; })) << reports.front()->status().cause;
  const double went_on = since();

  // The old primary comes back as the standby of the new one, and commits wait for it.
  replica(*primary_, fmt::format("rejoin '{}' {}", source(*standby_), primary_->data().string()));
  primary_->configure("");
  primary_->start();
  EXPECT_TRUE(eventually([&] { return followers(*standby_) == 1; }));
  replica(*standby_, "sync on");
  replica(*standby_, "status");
  const std::int64_t before = stored();
  EXPECT_TRUE(eventually([&] { return stored() > before; })) << reports.front()->status().cause;
  receivers.stop();

  FrameCounts all;
  std::int64_t id = 0;
  for (StoreWorld& world : receivers.worlds()) {
    const std::string board = fmt::format("board {}", id++);
    for (PostgresServer* server : {&*standby_, &*primary_}) {
      FrameCounts counted;
      EXPECT_TRUE(eventually([&] {
        PgConnection connection = server->connect(database_);
        const auto number = connection.run("SELECT id FROM fleet.receiver WHERE board = $1", {board}).integer(0, 0);
        counted = compare(world.reader(), connection, {number});
        return counted.all_there();
      })) << counted;
      if (server == &*standby_)
        all = {all.made + counted.made, all.stored + counted.stored, all.lost + counted.lost, all.twice + counted.twice,
               all.wrong + counted.wrong};
    }
  }
  EXPECT_EQ(all.made, all.stored);
  std::cout
      << fmt::format(
             "primary killed: {} rows had receipts, the standby had {}; promoted after {:.1f} s, receivers went on "
             "after {:.1f} s; ",
             receipts, there, promoted, went_on)
      << all << '\n';
}

// The primary has it, and says so after a while; a receiver needs more.
TEST_F(FleetStandby, ThatIsAwayGivesNoReceipt) {
  standby_->kill();
  world_.seconds(1800);
  const auto reports = reporter(plan_of_both());
  const std::string waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'shack'";
  PgConnection owner = primary_->connect("postgres");
  ASSERT_TRUE(eventually([&] { return owner.run("SELECT 1 " + waiting).size() > 0; })) << reports->status().cause;
  owner.run("SELECT pg_cancel_backend(pid) " + waiting);  // as the time limit of a statement does
  EXPECT_TRUE(eventually([&] { return reports->status().cause.find("standby") != std::string::npos; }))
      << reports->status().cause;
  EXPECT_EQ(reports->stored(), 0U);
  standby_->start();
  EXPECT_TRUE(eventually([&] {
    PgConnection connection = primary_->connect(database_);
    return compare(world_.reader(), connection, {}).all_there() && reports->known() > 0;
  })) << reports->status().cause;
}

}  // namespace
}  // namespace spectrumd
