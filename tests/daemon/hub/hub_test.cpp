// SPDX-License-Identifier: MIT
// A hub serves what receivers have reported to PostgreSQL itself.
#include "daemon/hub/hub.h"

#include <fmt/format.h>

#include <thread>

#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/fleet/fleet_world.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/http_client.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

std::string seconds(Time time) { return fmt::format("{:.3f}", static_cast<double>(to_ms(time)) / 1e3); }

class HubTest : public FleetWorld {
 protected:
  void SetUp() override {
    FleetWorld::SetUp();
    if (IsSkipped()) return;
    Settings settings;
    settings.server.listen = "127.0.0.1:0";
    hub_.emplace(settings,
                 PgConnection::Login{
                     .store = *parse_report_store(server().url(database_)), .password = "", .application = "hub"});
  }
  HttpAnswer get(const std::string& target) const {
    return HttpClient(hub_->port()).ask(request_text("GET", "/api/v1/" + target, {}));
  }
  std::string tiles(const std::string& more = "") const {
    return fmt::format("receivers/1/history/tiles?level=10s&since={}&until={}{}", seconds(begin_), seconds(world_.now),
                       more);
  }
  void report(StoreWorld& world, const std::string& name) {
    ReportPlan named = plan(server().url(database_));
    named.name = name;
    const auto reports = reporter(named, world, name, "boot");
    ASSERT_TRUE(eventually([&] { return reports->stored() > 0 && reports->waiting() == 0; }));
  }

  const Time begin_ = world_.now;
  std::optional<Hub> hub_;
};

TEST_F(HubTest, ServesAHistoryAsTheReceiverHasIt) {
  world_.seconds(3600);
  const auto reports = reporter();
  ASSERT_TRUE(has_all()) << counts();
  const auto made = world_.reader().frames(1, begin_, world_.now);
  const auto answer = get(tiles());
  ASSERT_EQ(answer.status, 200) << answer.body;
  const auto frames = answer.json()["frames"];
  ASSERT_EQ(frames.size(), made.size());
  ASSERT_GE(made.size(), 5U);
  for (std::size_t n = 0; n < made.size(); ++n) {
    EXPECT_EQ(frames[n]["t0"], made[n].t0_ms);
    EXPECT_EQ(frames[n]["t1"], made[n].t1_ms);
    EXPECT_EQ(frames[n]["bins"], made[n].bins);
    EXPECT_EQ(frames[n]["base_db"], made[n].base_db);
    EXPECT_EQ(frames[n]["row_ms"].size(), made[n].rows);
    for (const char* detector : {"mean", "max"}) {
      const auto tile = get(fmt::format("receivers/1/history/tile/10s/{}/{}/{}/{}", frames[n]["key"].dump(),
                                        frames[n]["tiles"][0]["f0"].dump(), detector, frames[n]["epoch"].dump()));
      EXPECT_NE(tile.header("Cache-Control").find("immutable"), std::string::npos);
      const auto expected = world_.reader().tile(1, made[n], 0, *parse_detector(detector));
      EXPECT_EQ(tile.body, std::string(reinterpret_cast<const char*>(expected->data()), expected->size()));
    }
  }
  EXPECT_EQ(get(tiles("&to=1")).json()["frames"].size(), 0U) << "tiles out of view";
  EXPECT_EQ(get("receivers/1/history/tile/10s/0/0/max/0").status, 404);
  EXPECT_EQ(get("receivers/x/history/tiles").status, 404);
}

TEST_F(HubTest, ListsWhoReports) {
  world_.seconds(120);
  report(world_, "shack");
  const auto receivers = get("receivers").json()["receivers"];
  ASSERT_EQ(receivers.size(), 1U);
  EXPECT_EQ(receivers[0]["name"], "shack");
  EXPECT_LT(receivers[0]["seconds_since"].get<double>(), 60);
}

// The clock was 1000 days behind when the rows were made, as is known now.
TEST_F(HubTest, MovesWhatWasMadeBeforeAClockWasSet) {
  world_.seconds(1800);
  const auto reports = reporter();
  ASSERT_TRUE(has_all()) << counts();
  const std::size_t made = get(tiles()).json()["frames"].size();
  ASSERT_GE(made, 2U);
  PgConnection connection = server().connect(database_);
  connection.run("INSERT INTO fleet.clock SELECT DISTINCT receiver, epoch, 86400000000, 'boot' FROM fleet.frame");
  EXPECT_EQ(get(tiles()).json()["frames"].size(), 0U);
  const auto moved = get(fmt::format("receivers/1/history/tiles?level=10s&since={}&until={}",
                                     seconds(begin_ + 1000 * 24h), seconds(world_.now + 1000 * 24h)))
                         .json()["frames"];
  ASSERT_EQ(moved.size(), made);
  EXPECT_EQ(moved[0]["t0"].get<std::int64_t>() - moved[0]["key"].get<std::int64_t>(), 86'400'000'000);
}

TEST_F(HubTest, SaysWhereSomethingWasHeard) {
  const auto noise_and_carrier = [](double carrier_db, Time from, Time to) {
    return [=](Time time) {
      std::vector<Centibel> levels(64, -9000);
      if (time >= from && time < to) levels[40] = static_cast<Centibel>(carrier_db * 100);
      auto row = make_row(1, levels);
      row->time = time;
      return RowPtr(row);
    };
  };
  StoreWorld near(folder_.path() / "near", begin_, nullptr, 64);
  near.start();
  near.make_row = noise_and_carrier(-20, begin_ + 600s, begin_ + 610s);
  world_.make_row = noise_and_carrier(-50, begin_ + 600s, begin_ + 630s);
  world_.seconds(1800);
  near.seconds(1800);
  report(world_, "far");
  report(near, "near");
  const FrameHead frame = world_.reader().frames(0, begin_, world_.now).front();
  const double cell = frame.span.value / 64, carrier = frame.center.value - frame.span.value / 2 + 40.5 * cell;
  const auto ask = [&](double at, Time since, Time until) {
    return get(fmt::format("heard?level=1s&since={}&until={}&from={:.3f}&to={:.3f}", seconds(since), seconds(until),
                           at - cell / 4, at + cell / 4));
  };
  const auto heard = ask(carrier, begin_ + 10s, begin_ + 1400s).json()["heard"];
  ASSERT_EQ(heard.size(), 2U);
  EXPECT_EQ(heard[0]["receiver"], 2);
  EXPECT_NEAR(heard[0]["level_db"].get<double>(), -20, 0.26);
  EXPECT_NEAR(heard[0]["median_db"].get<double>(), -90, 0.26);
  EXPECT_NEAR(heard[0]["frequency_hz"].get<double>(), carrier, 1);
  EXPECT_EQ(heard[0]["at"], to_ms(begin_ + 600s));
  EXPECT_NEAR(heard[1]["level_db"].get<double>(), -50, 0.26);
  const auto after = ask(carrier, begin_ + 615s, begin_ + 620s).json()["heard"];
  EXPECT_EQ(after[0]["receiver"], 1);
  EXPECT_NEAR(after[1]["level_db"].get<double>(), -90, 0.26) << "it had ended there";
  EXPECT_NEAR(ask(carrier + 5 * cell, begin_ + 10s, begin_ + 1400s).json()["heard"][0]["level_db"].get<double>(), -90,
              0.26);
  EXPECT_EQ(ask(carrier, begin_, begin_ + 3h).error_code(), "out_of_range");
  EXPECT_EQ(get("heard?level=1s").error_code(), "missing");
}

// Two receivers with bins of different widths; each is louder in some of the band, and one has no rows of the rest.
TEST_F(HubTest, JoinsTheMaximumOfAll) {
  const auto carrier = [](std::size_t bin, double db, double span, Time from, Time to) {
    return [=](Time time) {
      std::vector<Centibel> levels(64, -9000);
      if (time >= from && time < to) levels[bin] = static_cast<Centibel>(db * 100);
      auto row = make_row(1, levels);
      row->time = time;
      row->center = {100e6};
      row->span = {span};
      return RowPtr(row);
    };
  };
  StoreWorld wide(folder_.path() / "wide", begin_, nullptr, 64);
  wide.start();
  wide.make_row = carrier(40, -40, 3.2e6, begin_ + 600s, begin_ + 610s);    // 100.4 to 100.45 MHz
  world_.make_row = carrier(10, -30, 1.6e6, begin_ + 900s, begin_ + 910s);  // 99.45 to 99.475 MHz
  world_.seconds(1800);
  wide.seconds(1800);
  report(world_, "narrow");
  report(wide, "wide");
  const auto ask = [&](Time since, Time until, const std::string& range) {
    return get(fmt::format("max?level=1s&since={}&until={}&{}", seconds(since), seconds(until), range)).json();
  };
  // Bins of 25 kHz from 98.4 MHz.
  const auto all = ask(begin_ + 10s, begin_ + 1400s, "from=98.4e6&to=102.4e6&bins=160");
  ASSERT_EQ(all["levels_db"].size(), 160U) << all;
  for (std::size_t n = 0; n < 160; ++n) {
    const double db = n == 42 ? -30 : n == 80 || n == 81 ? -40 : -90;
    if (n >= 128) {
      EXPECT_TRUE(all["levels_db"][n].is_null() && all["receivers"][n].is_null()) << n;
      continue;
    }
    EXPECT_NEAR(all["levels_db"][n].get<double>(), db, 0.26) << n;
    if (db > -90) {
      EXPECT_EQ(all["receivers"][n], n == 42 ? 1 : 2) << n;
    }
  }
  EXPECT_EQ(all["receivers"][0], 2) << "where the other one has no rows";
  const auto early = ask(begin_ + 10s, begin_ + 700s, "from=99.45e6&to=99.475e6&bins=1");
  EXPECT_NEAR(early["levels_db"][0].get<double>(), -90, 0.26) << "it had not begun";
  const auto fine = ask(begin_ + 10s, begin_ + 1400s, "from=100.4e6&to=100.45e6&bins=8");
  for (const auto& level : fine["levels_db"]) EXPECT_NEAR(level.get<double>(), -40, 0.26) << fine;
  EXPECT_EQ(get("max?level=1s").error_code(), "missing");
  EXPECT_EQ(get("max?level=1s&from=1&to=1e9&bins=0").status, 400);
}

TEST_F(HubTest, RefusesWhatIsTooMuchForOneAnswer) {
  world_.seconds(300);
  report(world_, "shack");
  PgConnection connection = server().connect(database_);
  connection.run(
      "CREATE TEMP TABLE f AS SELECT * FROM fleet.frame WHERE step = 1 LIMIT 1; "
      "CREATE TEMP TABLE t AS SELECT t.* FROM fleet.tile t JOIN f USING (receiver, step, t0, epoch); "
      "INSERT INTO fleet.frame SELECT receiver, step, t0, epoch + n, t1, rows, first_sequence, last_sequence, "
      "center_hz, span_hz, bins, generation, gain_db, rbw_hz, base_db, flags, notes FROM f, generate_series(1, 4100) "
      "n; "
      "INSERT INTO fleet.tile SELECT receiver, step, t0, epoch + n, tile, mean, max FROM t, generate_series(1, 4100) "
      "n");
  const auto answer =
      get(fmt::format("heard?level=1s&since={}&until={}&from=1&to=1e10", seconds(begin_), seconds(world_.now)));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.error_code(), "out_of_range");
}

// It accepts connections, and says nothing.
TEST(FleetReaderTest, StopsWhileItsDatabaseDoesNotAnswer) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), length), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
  const auto store = parse_report_store(fmt::format("postgresql://me@127.0.0.1:{}/fleet", ntohs(address.sin_port)));
  FleetReader reader({.store = *store, .password = "", .application = "hub"});
  std::string reason;
  std::jthread thread([&] {
    try {
      reader.receivers();
    } catch (const PgError& error) {
      reason = error.what();
    }
  });
  reader.stop();
  thread.join();
  EXPECT_EQ(reason, "stopped") << "otherwise it would not answer, ten seconds later";
  ::close(listener);
}

TEST_F(HubTest, ListsAlarmsOfAll) {
  PgConnection connection = server().connect(database_);
  connection.run(
      "INSERT INTO fleet.receiver(history, board, name) SELECT gen_random_uuid(), 'b', 'n' || g FROM "
      "generate_series(1, 2) g");
  const auto add = [&](int receiver, int id, Time begin, std::optional<Time> end) {
    connection.run(fmt::format(
        "INSERT INTO fleet.alarm(receiver, t0, book, id, ended, t1, name, kind, reason, frequency_hz, width_hz, peak, "
        "floor_db, duty) VALUES ({}, to_timestamp({}), 7, {}, {}, {}, 'jammer', 'above', 'r', 145.5e6, 12500, -20, "
        "-90, 1)",
        receiver, seconds(begin), id, end ? "true" : "false",
        end ? fmt::format("to_timestamp({})", seconds(*end)) : "NULL"));
  };
  const Time now = world_.now;
  add(1, 1, now - 60s, std::nullopt);
  add(1, 1, now - 60s, now - 50s);
  add(2, 1, now - 30s, std::nullopt);
  const auto ask = [&](const std::string& more) {
    return get(fmt::format("alarms?since={}&until={}{}", seconds(now - 100s), seconds(now), more)).json()["alarms"];
  };
  const auto alarms = ask("");
  ASSERT_EQ(alarms.size(), 2U);
  EXPECT_EQ(alarms[0]["receiver"], 2);
  EXPECT_TRUE(alarms[0]["end"].is_null());
  EXPECT_EQ(alarms[1]["begin"], to_ms(now - 60s));
  EXPECT_EQ(alarms[1]["end"], to_ms(now - 50s));
  EXPECT_EQ(alarms[1]["frequency_hz"], 145.5e6);
  EXPECT_EQ(ask("&limit=1").size(), 1U);
}

TEST_F(HubTest, OutlivesItsDatabase) {
  EXPECT_EQ(get("receivers").status, 200);
  server().stop();
  EXPECT_EQ(get("receivers").status, 503);
  EXPECT_EQ(get("receivers").error_code(), "no_database");
  server().start();
  EXPECT_EQ(get("receivers").status, 200);
}

TEST(HubRoutes, HaveSchemas) {
  for (const Route& route : hub_routes())
    EXPECT_TRUE(route.answer_schema.empty() || schemas().contains(route.answer_schema)) << route.path;
}

}  // namespace
}  // namespace spectrumd
