// SPDX-License-Identifier: MIT
// What a fleet needs of a PostgreSQL on the same machine, of its reporters, and how long a hub takes to answer:
//   fleet [RECEIVERS [HOURS [LIVE SECONDS]]]
// One history of so many hours, of 1024 bins, is made and copied; each copy has a reporter with the usual settings,
// which sends all of it as after an outage and then reports its health for so many seconds. The hub is asked as its
// page asks.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <list>
#include <thread>

#include "daemon/fleet/fleet_schema.h"
#include "daemon/fleet/reporter.h"
#include "daemon/hub/hub.h"
#include "tests/bench/process_time.h"
#include "tests/daemon/server/http_client.h"
#include "tests/daemon/store/busy_band.h"
#include "tests/daemon/store/store_world.h"
#include "tests/fakes/postgres/postgres_server.h"

using namespace spectrumd;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kBins = 1024, kParallel = 6;  // requests of a browser to one server
constexpr int kRounds = 9;

struct Size {
  std::int64_t frames = 0, rows = 0, bytes = 0;
};

Size size_of(const StoreReader& reader, std::size_t level) {
  Size size;
  for (const FrameHead& frame : reader.made_between(level, {-1, -1}, {std::int64_t{1} << 40, 0}, 1'000'000)) {
    ++size.frames;
    size.rows += static_cast<std::int64_t>(frame.rows);
    if (const auto encoded = reader.encoded(level, frame)) size.bytes += static_cast<std::int64_t>(encoded->bytes());
  }
  return size;
}

std::int64_t resident_bytes() {
  std::int64_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

// The median, after a first time.
template <class Use>
double milliseconds(Use use) {
  std::vector<double> times;
  for (int round = 0; round <= kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    use();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  times.erase(times.begin());
  std::ranges::sort(times);
  return times[times.size() / 2];
}

// The histories, and the database that they report to.
class Fleet {
 public:
  Fleet(std::size_t receivers, int hours) : receivers_(receivers), hours_(hours) {
    make_histories();
    PgConnection connection = server_.connect(database_);
    migrate(connection);
  }

  void report(std::chrono::seconds live) {
    const double database = process_seconds(), reporters = cpu_seconds();
    const std::int64_t memory = resident_bytes();
    start_reporters();
    const double took = wait_for_all();
    const double database_each = (process_seconds() - database) / hours_of_all();
    const double reporter_each = (cpu_seconds() - reporters) / hours_of_all();
    const double memory_each = static_cast<double>(resident_bytes() - memory) / static_cast<double>(receivers_);
    std::cout << fmt::format(
        "{} receivers, {} h of 10 s and 1 min rows, {} bins, {:.1f} MB of tiles: there after {:.1f} s; for an hour of "
        "one, {:.4f} s of a core for the database and {:.4f} s for the reporter, which has {:.1f} MiB\n",
        receivers_, hours_, kBins, static_cast<double>(tiles_.bytes) / 1e6, took, database_each, reporter_each,
        memory_each / (1 << 20));
    const double database_idle = process_seconds(), reporters_idle = cpu_seconds();
    std::this_thread::sleep_for(live);
    const double seconds = static_cast<double>(live.count());
    if (live > 0s) {
      const double still = (process_seconds() - database_idle) / seconds;
      const double each = (cpu_seconds() - reporters_idle) / seconds / static_cast<double>(receivers_);
      std::cout << fmt::format(
          "connected, with health once a minute: {:.2f} % of a core for the database, {:.3f} % for each reporter; with "
          "the rows: {:.2f} % and {:.3f} %\n",
          still * 100, each * 100, (still + database_each * static_cast<double>(receivers_) / 3600) * 100,
          (each + reporter_each / 3600) * 100);
    }
    reporters_.clear();
  }

  void weigh() {
    PgConnection connection = server_.connect(database_);
    const auto bytes_of = [&](const std::string& table) {
      return connection
          .run(fmt::format("SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('fleet.{}') WHERE isleaf",
                           table))
          .integer(0, 0);
    };
    const auto stored = static_cast<double>(bytes_of("frame") + bytes_of("tile"));
    const double year = hours_of_all() / 24 / 365;
    std::cout << fmt::format(
        "{:.1f} MB in the database, {:.3f} x the tiles; {:.0f} MB for a year of one; minutes for SQL {:.0f} MB\n",
        stored / 1e6, stored / static_cast<double>(tiles_.bytes), stored / 1e6 / year,
        static_cast<double>(bytes_of("minute")) / 1e6 / year);
  }

  void read() {
    Settings settings;
    settings.server.listen = "127.0.0.1:0";
    Hub hub(settings, {.store = *parse_report_store(server_.url(database_)), .password = "", .application = "hub"});
    std::cout << fmt::format("hub: {} h of one receiver on a screen {:.0f} ms; ", hours_,
                             milliseconds([&] { read_screen(hub.port()); }));
    for (const char* level : {"10s", "1min"})
      std::cout << fmt::format("an hour of all as max, rows of {} {:.0f} ms; ", level, milliseconds([&] {
                                 get(hub.port(), fmt::format("max?level={}&since={}&until={}&from=98.8e6&to=101.2e6",
                                                             level, seconds(end_ - 1h), seconds(end_)));
                               }));
    PgConnection connection = server_.connect(database_);
    const std::string levels = fmt::format("FROM fleet.levels(1, '{}', '{}', 100e6, 100.2e6)",
                                           format_time(end_ - hours_ * 1h), format_time(end_));
    std::cout << fmt::format("SQL: {} h of 200 kHz by levels() {:.0f} ms, grouped by time {:.0f} ms\n", hours_,
                             milliseconds([&] { connection.run("SELECT count(max) " + levels); }), milliseconds([&] {
                               connection.run("SELECT \"time\", max(max) " + levels + " GROUP BY 1");
                             }));
  }

 private:
  static std::string seconds(Time time) { return fmt::format("{:.3f}", static_cast<double>(to_ms(time)) / 1e3); }
  double process_seconds() const { return family_seconds(server_.process()); }
  double hours_of_all() const { return static_cast<double>(receivers_ * static_cast<std::size_t>(hours_)); }

  void make_histories() {
    StoreWorld world(folder_.path() / "0", end_ - hours_ * 1h, nullptr, kBins);
    BusyBand band(kBins);
    world.make_row = [&band](Time time) { return band.row(time, 1s); };
    world.start();
    world.seconds(static_cast<std::size_t>(hours_) * 3600);
    world.stop();
    std::filesystem::remove_all(folder_.path() / "0/1s");  // is not reported
    for (std::size_t i = 1; i < receivers_; ++i)
      std::filesystem::copy(folder_.path() / "0", folder_.path() / std::to_string(i),
                            std::filesystem::copy_options::recursive);
    const StoreReader reader(folder_.path() / "0");
    for (const std::size_t level : {1U, 2U}) {
      const Size one = size_of(reader, level);
      tiles_.frames += one.frames * static_cast<std::int64_t>(receivers_);
      tiles_.bytes += one.bytes * static_cast<std::int64_t>(receivers_);
      minutes_ = one.rows * static_cast<std::int64_t>(receivers_);
    }
  }

  void start_reporters() {
    const auto health = [] { return ReportedHealth{.state = "streaming", .center_hz = 100e6, .span_hz = 2.4e6}; };
    for (std::size_t i = 0; i < receivers_; ++i) {
      const StoreReader& reader = readers_.emplace_back(folder_.path() / std::to_string(i));
      reporters_.emplace_back(
          ReportPlan{.store = *parse_report_store(server_.url(database_)),
                     .password = "",
                     .name = fmt::format("receiver {}", i),
                     .locator = "",
                     .levels = {2, 1},
                     .backlog_rate = 256 << 10},
          ReportSources{.reader = reader, .health = health, .board = fmt::format("board {}", i), .boot = "boot"},
          feeds_);
    }
  }

  double wait_for_all() {
    const auto begin = std::chrono::steady_clock::now();
    PgConnection connection = server_.connect(database_);
    const auto count = [&](const char* what) { return connection.run(what).integer(0, 0); };
    while (count("SELECT count(*) FROM fleet.frame WHERE step > 1") < tiles_.frames) std::this_thread::sleep_for(500ms);
    while (count("SELECT count(*) FROM fleet.minute") < minutes_) std::this_thread::sleep_for(500ms);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  static HttpAnswer get(std::uint16_t port, const std::string& target) {
    return HttpClient(port).ask(request_text("GET", "/api/v1/" + target, {}));
  }

  // As the page: the frames, then their tiles over a few connections.
  void read_screen(std::uint16_t port) {
    const auto frames = get(port, fmt::format("receivers/1/history/tiles?level=1min&since={}&until={}",
                                              seconds(end_ - hours_ * 1h), seconds(end_)))
                            .json()["frames"];
    std::vector<std::string> tiles;
    for (const auto& frame : frames)
      for (const auto& tile : frame["tiles"])
        tiles.push_back(fmt::format("/api/v1/receivers/1/history/tile/1min/{}/{}/max/{}", frame["key"].dump(),
                                    tile["f0"].dump(), frame["epoch"].dump()));
    std::vector<std::jthread> connections;
    for (std::size_t n = 0; n < kParallel; ++n)
      connections.emplace_back([&tiles, n, port] {
        HttpClient client(port);
        for (std::size_t i = n; i < tiles.size(); i += kParallel)
          if (client.ask(request_text("GET", tiles[i], {})).status != 200) std::cerr << "no tile\n";
      });
  }

  const std::size_t receivers_;
  const int hours_;
  const Time end_ = std::chrono::floor<std::chrono::hours>(std::chrono::system_clock::now()) - 1h;
  const StoreFolder folder_;
  PostgresServer server_;
  const std::string database_ = server_.make_database();
  Size tiles_;
  std::int64_t minutes_ = 0;  // rows of a minute
  FeedList feeds_;
  std::list<StoreReader> readers_;
  std::list<Reporter> reporters_;
};

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int place, std::size_t otherwise) {
    return count > place ? std::strtoul(words[place], nullptr, 10) : otherwise;
  };
  Fleet fleet(number(1, 50), static_cast<int>(number(2, 24)));
  fleet.report(std::chrono::seconds(number(3, 0)));
  fleet.weigh();
  fleet.read();
}
