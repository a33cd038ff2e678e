// SPDX-License-Identifier: MIT
// How long a backlog of many receivers takes to a PostgreSQL on the same machine, and how much it needs there:
//   fleet [RECEIVERS [HOURS]]
// One history of so many hours, of 1024 bins, is made and copied; each copy has a reporter with the usual settings.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <list>
#include <thread>

#include "daemon/fleet/fleet_schema.h"
#include "daemon/fleet/reporter.h"
#include "tests/daemon/store/busy_band.h"
#include "tests/daemon/store/store_world.h"
#include "tests/fakes/postgres/postgres_server.h"

using namespace spectrumd;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kBins = 1024;

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

struct Size {
  std::int64_t frames = 0, bytes = 0;
};

Size size_of(const StoreReader& reader, std::size_t level) {
  Size size;
  for (const FrameHead& frame : reader.made_between(level, {-1, -1}, {std::int64_t{1} << 40, 0}, 1'000'000)) {
    ++size.frames;
    if (const auto encoded = reader.encoded(level, frame)) size.bytes += static_cast<std::int64_t>(encoded->bytes());
  }
  return size;
}

}  // namespace

int main(int count, char** words) {
  const std::size_t receivers = count > 1 ? std::strtoul(words[1], nullptr, 10) : 50;
  const std::size_t hours = count > 2 ? std::strtoul(words[2], nullptr, 10) : 24;
  const StoreFolder folder;
  const auto now = std::chrono::floor<std::chrono::hours>(std::chrono::system_clock::now());
  StoreWorld world(folder.path() / "0", now - std::chrono::hours(hours + 1), nullptr, kBins);
  BusyBand band(kBins);
  world.make_row = [&band](Time time) { return band.row(time, 1s); };
  world.start();
  world.seconds(hours * 3600);
  world.stop();
  std::filesystem::remove_all(folder.path() / "0/1s");  // is not reported
  for (std::size_t i = 1; i < receivers; ++i)
    std::filesystem::copy(folder.path() / "0", folder.path() / std::to_string(i),
                          std::filesystem::copy_options::recursive);

  PostgresServer server;
  const std::string database = server.make_database();
  PgConnection connection = server.connect(database);
  migrate(connection);
  FeedList feeds;
  std::list<StoreReader> readers;
  Size all;
  for (std::size_t i = 0; i < receivers; ++i) readers.emplace_back(folder.path() / std::to_string(i));
  for (const std::size_t level : {1U, 2U}) {
    const Size one = size_of(readers.front(), level);
    all.frames += one.frames * static_cast<std::int64_t>(receivers);
    all.bytes += one.bytes * static_cast<std::int64_t>(receivers);
  }
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  std::list<Reporter> reporters;
  for (std::size_t i = 0; i < receivers; ++i)
    reporters.emplace_back(ReportPlan{.store = *parse_report_store(server.url(database)),
                                      .password = "",
                                      .name = fmt::format("receiver {}", i),
                                      .levels = {2, 1},
                                      .backlog_rate = 256 << 10},
                           ReportSources{.reader = *std::next(readers.begin(), static_cast<std::ptrdiff_t>(i)),
                                         .health = {},
                                         .board = fmt::format("board {}", i),
                                         .boot = "boot"},
                           feeds);
  while (connection.run("SELECT count(*) FROM fleet.frame WHERE step > 1").integer(0, 0) < all.frames)
    std::this_thread::sleep_for(200ms);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const double reporter_cpu = (cpu_seconds() - cpu) / static_cast<double>(receivers);
  reporters.clear();
  const std::int64_t stored =
      connection.run("SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('fleet.frame') WHERE isleaf")
          .integer(0, 0) +
      connection.run("SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('fleet.tile') WHERE isleaf")
          .integer(0, 0);
  std::cout << fmt::format(
      "{} receivers, {} h of 10 s and 1 min rows, {} bins: {} frames, {:.1f} MB of tiles; there after {:.1f} s, "
      "{:.2f} s of a core each; {:.1f} MB in the database, {:.2f} x\n",
      receivers, hours, kBins, all.frames, static_cast<double>(all.bytes) / 1e6, took.count(), reporter_cpu,
      static_cast<double>(stored) / 1e6, static_cast<double>(stored) / static_cast<double>(all.bytes));
}
