// SPDX-License-Identifier: MIT
#include "tests/daemon/fleet/fleet_world.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace spectrumd {
namespace {

// Step, epoch, first sequence: the order of a level.
using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

struct StoredFrame {
  std::int64_t receiver = 0, t0_ms = 0, tagged_epoch = 0, rows = 0;
};

std::multimap<Key, StoredFrame> frames_in(PgConnection& connection, const std::string& who) {
  std::multimap<Key, StoredFrame> frames;
  const PgRows rows = connection.run(
      "SELECT step, epoch >> 32, first_sequence, receiver, (extract(epoch FROM t0) * 1000)::bigint, epoch, rows "
      "FROM fleet.frame WHERE " +
      who);
  for (std::size_t i = 0; i < rows.size(); ++i)
    frames.emplace(Key{rows.integer(i, 0), rows.integer(i, 1), rows.integer(i, 2)},
                   StoredFrame{rows.integer(i, 3), rows.integer(i, 4), rows.integer(i, 5), rows.integer(i, 6)});
  return frames;
}

// All tiles, so that comparing needs one query: "receiver step t0 epoch tile" -> mean and maximum.
std::map<std::string, std::pair<std::vector<std::byte>, std::vector<std::byte>>> tiles_in(PgConnection& connection,
                                                                                          const std::string& who) {
  std::map<std::string, std::pair<std::vector<std::byte>, std::vector<std::byte>>> tiles;
  const PgRows rows = connection.run(
      "SELECT receiver, step, (extract(epoch FROM t0) * 1000)::bigint, epoch, tile, mean, max FROM fleet.tile WHERE " +
      who);
  for (std::size_t i = 0; i < rows.size(); ++i)
    tiles[fmt::format("{} {} {} {} {}", rows.text(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3),
                      rows.text(i, 4))] = {rows.bytes(i, 5), rows.bytes(i, 6)};
  return tiles;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const FrameCounts& counts) {
  return out << fmt::format("{} frames made, {} stored, {} lost, {} twice, {} wrong", counts.made, counts.stored,
                            counts.lost, counts.twice, counts.wrong);
}

FrameCounts compare(const StoreReader& reader, PgConnection& connection, const std::vector<std::int64_t>& receivers) {
  const std::string who = receivers.empty() ? "true" : fmt::format("receiver IN ({})", fmt::join(receivers, ", "));
  const auto frames = frames_in(connection, who);
  const auto tiles = tiles_in(connection, who);
  FrameCounts counts{.stored = frames.size()};
  for (std::size_t level = 0; level < 3; ++level)
    for (const FrameHead& made : reader.made_between(level, {-1, -1}, {std::int64_t{1} << 40, 0}, 1'000'000)) {
      ++counts.made;
      const std::int64_t step = kLevelTable.at(level).step.count();
      const auto [first, last] = frames.equal_range({step, made.epoch, made.key().sequence});
      if (first == last) ++counts.lost;
      if (first != last && std::next(first) != last) ++counts.twice;
      for (auto stored = first; stored != last; ++stored)
        for (std::size_t n = 0; n < made.tiles(); ++n) {
          const auto& [receiver, t0, epoch, rows] = stored->second;
          const auto tile = tiles.find(fmt::format("{} {} {} {} {}", receiver, step, t0, epoch, n));
          const bool same = tile != tiles.end() && t0 == made.t0_ms && rows == static_cast<std::int64_t>(made.rows) &&
                            tile->second.first == reader.tile(level, made, n, Detector::Mean) &&
                            tile->second.second == reader.tile(level, made, n, Detector::Max);
          if (!same) ++counts.wrong;
        }
    }
  return counts;
}

PostgresServer& FleetWorld::server() {
  static PostgresServer server;
  return server;
}

void FleetWorld::SetUp() {
  if (!PostgresServer::is_installed()) GTEST_SKIP() << "PostgreSQL is not installed";
  database_ = server().make_database();
  PgConnection connection = server().connect(database_);
  migrate(connection);
  world_.start();
}

ReportPlan FleetWorld::plan(const std::string& url) const {
  return {.store = *parse_report_store(url),
          .password = "",
          .name = "shack",
          .locator = "",
          .levels = {2, 1, 0},
          .near_alarms = true,
          .backlog_rate = std::size_t{1} << 30};
}

std::unique_ptr<Reporter> FleetWorld::reporter(ReportPlan plan, StoreWorld& world, const std::string& board,
                                               const std::string& boot) {
  return std::make_unique<Reporter>(
      std::move(plan),
      ReportSources{
          .reader = world.reader(), .book = book_, .looks = looks_, .health = {}, .board = board, .boot = boot},
      feeds_);
}

FrameCounts FleetWorld::counts(const std::vector<std::int64_t>& receivers) {
  PgConnection connection = server().connect(database_);
  return compare(StoreReader(folder_.path() / "history"), connection, receivers);
}

bool FleetWorld::has_all(const std::vector<std::int64_t>& receivers) {
  return eventually([&] { return counts(receivers).all_there(); }, std::chrono::seconds(120));
}

std::int64_t FleetWorld::number(const std::string& query) {
  return server().connect(database_).run(query).integer(0, 0);
}

}  // namespace spectrumd
