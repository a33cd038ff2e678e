// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/rigctl_feed.h"

#include <algorithm>
#include <vector>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// A rig of the simulated radio: 250 kHz about 100 MHz.
struct Rigctl : HttpWorld {
  explicit Rigctl(bool may_tune = true) : feed_({.rigctl = "127.0.0.1:0", .rigctl_control = may_tune}, context_) {}

  HttpClient client() const { return HttpClient(feed_.port()); }
  static std::string ask(HttpClient& program, std::string_view question, std::size_t bytes) {
    program.send(question);
    return program.read_plain_bytes(bytes);
  }
  Hertz center() const { return receiver_.status().tuning.center; }

  RigctlFeed feed_;
};

struct ReadOnlyRigctl : Rigctl {
  ReadOnlyRigctl() : Rigctl(false) {}
};

TEST_F(Rigctl, MovesTheDialWithinTheBandAndTheRadioBeyond) {
  HttpClient program = client();
  EXPECT_EQ(ask(program, "f\n", 10), "100000000\n") << "the center, until a program sets it";
  EXPECT_EQ(ask(program, "F 100050000\nf\n", 17), "RPRT 0\n100050000\n");
  EXPECT_EQ(center(), Hertz{100e6}) << "it is in the band";
  EXPECT_EQ(ask(program, "F 145500055\nf\n", 17), "RPRT 0\n145500055\n") << "at once, to the hertz";
  EXPECT_TRUE(eventually([this] { return center() == Hertz{145'500'055}; }));
  EXPECT_EQ(receiver_.status().tuned_by->by, (Requester{.via = "rigctl", .address = "127.0.0.1"}));
  EXPECT_EQ(SchemaCheck(nlohmann::json::parse(to_text(schemas()))).check(get("/api/v1/status").json(), "Status"), "");
  receiver_.retune(Tuning{.center = {433e6}, .rate = {250e3}});
  EXPECT_EQ(ask(program, "f\n", 10), "433000000\n") << "another client has tuned away";
}

TEST_F(Rigctl, RefusesWhereTheRadioCannotGo) {
  HttpClient program = client();
  EXPECT_EQ(ask(program, "F 1e15\nf\n", 18), "RPRT -1\n100000000\n");
}

TEST_F(Rigctl, TunesTenTimesASecondAtMost) {
  HttpClient program = client();
  const auto before = receiver_.status().generation;
  const auto start = std::chrono::steady_clock::now();
  constexpr std::int64_t kTimes = 2000;
  for (std::int64_t i = 1; i <= kTimes; ++i) program.send("F " + std::to_string(200'000'000 + 1'000'000 * i) + "\n");
  EXPECT_TRUE(eventually([this] { return center() == Hertz{200e6 + 1e6 * kTimes}; })) << "the last one counts";
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LE(receiver_.status().generation - before, took / 100ms + 2);
}

TEST_F(ReadOnlyRigctl, MovesTheDialOnly) {
  HttpClient program = client();
  EXPECT_EQ(ask(program, "F 100050000\nf\n", 17), "RPRT 0\n100050000\n");
  EXPECT_EQ(ask(program, "F 145500000\nf\n", 18), "RPRT -9\n100050000\n");
  EXPECT_EQ(center(), Hertz{100e6});
}

TEST_F(Rigctl, MeasuresTheLevelAtTheDial) {
  push(row_now(1, 64, 33));
  const RowPtr row = history_.latest();
  const double carrier = row->center.value + (33 - 32) * row->bin_width().value;
  receiver_.retune(Tuning{.center = row->center, .rate = {250e3}});
  HttpClient program = client();
  ask(program, "M USB 1\nF " + std::to_string(std::llround(carrier)) + "\n", 14);
  EXPECT_EQ(ask(program, "l STRENGTH\n", 4), "-20\n");
}

TEST_F(Rigctl, ShowsTheDialAsASpot) {
  HttpClient program = client();
  ask(program, "M USB 2400\nF 100020000\n", 14);
  ASSERT_TRUE(eventually([this] { return !context_.spots.all().empty(); }));
  const Spot spot = context_.spots.all().front();
  EXPECT_EQ(spot.frequency, Hertz{100'020'000});
  EXPECT_EQ(spot.source, "rigctl");
  EXPECT_EQ(spot.comment, "USB 2400 Hz");
}

TEST_F(Rigctl, ServesManyAtOnce) {
  std::vector<HttpClient> programs;
  for (int i = 0; i < 50; ++i) programs.push_back(client());
  for (int round = 0; round < 20; ++round) {
    for (const HttpClient& program : programs) program.send("f\n");
    for (HttpClient& program : programs) EXPECT_EQ(ask(program, "", 10), "100000000\n");
  }
  const FeedStatus status = context_.feeds.all().front();
  EXPECT_EQ(status.clients, 50U);
  EXPECT_EQ(status.messages, 1000U);
}

TEST_F(Rigctl, WaitsForNoClientThatDoesNotRead) {
  HttpClient stalled = client();
  const int socket = stalled.release();
  std::string questions;
  for (int i = 0; i < 10'000; ++i) questions += "1\n";  // each is answered with a hundred bytes and more
  constexpr std::size_t kMuch = 64 << 20;
  std::size_t sent = 0;
  const auto goes_on = [&] {
    return sent<kMuch&& ::send(socket, questions.data(), questions.size(), MSG_DONTWAIT | MSG_NOSIGNAL)> 0;
  };
  while (eventually(goes_on, 500ms)) sent += questions.size();
  EXPECT_LT(sent, kMuch) << "it is not read forever";
  HttpClient other = client();
  EXPECT_EQ(ask(other, "f\n", 10), "100000000\n");
  close(socket);
}

}  // namespace
}  // namespace spectrumd
