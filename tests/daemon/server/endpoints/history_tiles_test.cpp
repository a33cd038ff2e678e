// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <optional>

#include "daemon/server/endpoints/history_frames.h"
#include "daemon/store/store.h"
#include "daemon/users/users.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// 200 rows of a second, from an earlier run.
class HistoryOnDisk : public HttpWorld {
 protected:
  HistoryOnDisk() {
    StoreWorld world(folder_.path(), *parse_time("2026-11-22T10:00:00Z"), nullptr, 600);
    world.start();
    world.seconds(201);
    world.stop();
    const StoreHooks hooks{.setting = [](const Row&) { return RowSetting(); }, .clock = [] { return ClockStatus(); }};
    store_.emplace(history_, events_, StorePlan{.folder = folder_.path(), .limit_bytes = std::uint64_t{1} << 30},
                   hooks);
    context_.store = &*store_;
  }
  ~HistoryOnDisk() override { context_.store = nullptr; }

  StoreFolder folder_;
  std::optional<Store> store_;
};

TEST_F(HistoryOnDisk, IsPartOfTheHistory) {
  const HttpAnswer answer =
      get("/api/v1/history?since=2026-11-22T10:00:00Z&until=2026-11-22T10:01:00Z&rows=60&bins=600&detector=max");
  ASSERT_EQ(answer.status, 200);
  const Json body = Json::parse(answer.body);
  ASSERT_EQ(body["rows"].size(), 60U);
  EXPECT_EQ(body["tier_seconds"], 1);
  EXPECT_EQ(body["rows"][7]["time"], "2026-11-22T10:00:07.000000Z");
  EXPECT_EQ(body["rows"][7]["rbw_hz"], 100);
  EXPECT_DOUBLE_EQ(body["rows"][7]["levels"][300].get<double>(),
                   decibels(StoreWorld::level_at(*parse_time("2026-11-22T10:00:07Z"), 300)) + 5);
}

TEST_F(HistoryOnDisk, ListsFramesAndGivesTheirTilesAsStored) {
  const HttpAnswer list =
      get("/api/v1/history/tiles?level=1s&since=2026-11-22T10:00:00Z&until=2026-11-22T10:00:01Z&from=100.5M");
  ASSERT_EQ(list.status, 200) << list.body;
  const Json frame = Json::parse(list.body)["frames"].at(0);
  EXPECT_EQ(frame["rows"], 60);
  EXPECT_EQ(frame["row_ms"][59], 59000);
  ASSERT_EQ(frame["tiles"].size(), 2U) << "256 to 512 and the rest";
  EXPECT_EQ(frame["tiles"][1]["bins"], 88);
  const std::string path = "/api/v1/history/tile/1s/" + frame["key"].dump() + "/" + frame["tiles"][1]["f0"].dump() +
                           "/max/" + frame["epoch"].dump();
  const HttpAnswer tile = get(path);
  ASSERT_EQ(tile.status, 200) << path;
  EXPECT_EQ(tile.header("Cache-Control"), "public, max-age=31536000, immutable");
  std::vector<std::uint8_t> levels(60 * 88);
  TileDecoder().decode(std::as_bytes(std::span(tile.body)), 88, levels);
  EXPECT_EQ(-12050 + 50 * levels[0], StoreWorld::level_at(*parse_time("2026-11-22T10:00:00Z"), 512) + 500);
  EXPECT_EQ(get(path + "1").status, 404);
  EXPECT_EQ(get("/api/v1/history/tile/1s/a/b/max/1").status, 404);
}

TEST_F(HistoryOnDisk, ListsTheFinestLevelUnlessAskedForAnother) {
  EXPECT_EQ(Json::parse(get("/api/v1/history/tiles").body)["level"], "1s");
}

TEST_F(HistoryOnDisk, RefusesLevelsAndPeriodsThatCannotBe) {
  EXPECT_EQ(get("/api/v1/history/tiles?level=5s").status, 400);
  EXPECT_EQ(get("/api/v1/history/tiles?level=1s&since=10&until=5").status, 400);
}

TEST_F(HistoryOnDisk, IsInTheStatus) {
  const Json disk = Json::parse(get("/api/v1/status").body)["history"]["disk"];
  EXPECT_EQ(disk["folder"], folder_.path().string());
  EXPECT_EQ(disk["levels"].size(), kLevels);
}

class NoHistoryOnDisk : public HttpWorld {};

TEST_F(NoHistoryOnDisk, IsNotFound) {
  EXPECT_EQ(get("/api/v1/history/tiles?level=1s").status, 404);
  EXPECT_TRUE(Json::parse(get("/api/v1/status").body)["history"]["disk"].is_null());
}

// Of shared caches, which would give it to anyone.
TEST(TileAnswer, IsKeptByTheClientAloneWhereReadingNeedsAToken) {
  const StoreFolder folder;
  Users users(folder.path());
  users.add("anna", Role::Viewer);
  const auto cached = [&](const Door& door) {
    return tile_answer(std::vector<std::byte>(1), door).headers.front().second.substr(0, 7);
  };
  ServerSettings settings;
  EXPECT_EQ(cached(Door(settings)), "public,");
  EXPECT_EQ(cached(Door(settings, users.list())), "private");
  settings.public_reading = true;
  EXPECT_EQ(cached(Door(settings, users.list())), "public,");
}

}  // namespace
}  // namespace spectrumd
