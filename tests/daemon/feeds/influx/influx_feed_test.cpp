// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/influx_feed.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/daemon/feeds/influx/line_reader.h"
#include "tests/daemon/server/gunzip.h"
#include "tests/daemon/server/http_world.h"
#include "tests/fakes/http_server.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

struct Influx : HttpWorld {
  InfluxFeed::Plan plan(const std::string& target) const {
    auto server = parse_influx_server(database_.url(target));
    return {.server = *server, .token = "secret", .period = 50ms};
  }
  void answer(int status, std::string_view body = "") {
    const std::scoped_lock lock(mutex_);
    response_ = FakeHttpServer::response(status, body);
  }
  std::vector<std::string> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }
  bool has_requests(std::size_t count) const {
    return eventually([&] { return requests().size() >= count; });
  }
  FeedStatus status() const { return context_.feeds.all().front(); }
  static std::vector<InfluxPoint> points_in(const std::string& request) {
    std::istringstream body(gunzip(request.substr(request.find("\r\n\r\n") + 4)));
    std::vector<InfluxPoint> points;
    for (std::string line; std::getline(body, line);) points.push_back(InfluxLineReader(line).read());
    return points;
  }

  mutable std::mutex mutex_;
  std::string response_ = FakeHttpServer::response(204, "");
  std::vector<std::string> requests_;
  FakeHttpServer database_{[this](const std::string& request) {
    const std::scoped_lock lock(mutex_);
    requests_.push_back(request);
    return response_;
  }};
};

TEST_F(Influx, GetsTheFigures) {
  const InfluxFeed feed(plan("/api/v2/write?org=me&bucket=shack"), context_);
  ASSERT_TRUE(has_requests(1));
  const std::string request = requests().front();
  EXPECT_EQ(request.find("POST /api/v2/write?org=me&bucket=shack&precision=ms HTTP/1.1\r\n"), 0U);
  EXPECT_NE(request.find("Authorization: Token secret\r\n"), std::string::npos);
  const auto points = points_in(request);
  const auto plain = std::ranges::find_if(
      points, [](const InfluxPoint& point) { return point.measurement == "spectrumd" && point.tags.size() == 1; });
  ASSERT_NE(plain, points.end());
  EXPECT_EQ(plain->fields.at("source_center_hertz"), 100e6);
  EXPECT_EQ(plain->tags.count("host"), 1U);
  EXPECT_TRUE(std::ranges::any_of(points, [](const InfluxPoint& point) {
    return point.tags.count("fate") && point.tags.at("fate") == "dropped" && point.fields.count("samples_total");
  }));
  std::set<long long> times;
  for (const InfluxPoint& point : points) times.insert(point.time);
  EXPECT_EQ(times.size(), 1U);
  const auto now = std::chrono::system_clock::now().time_since_epoch() / 1ms;
  EXPECT_NEAR(static_cast<double>(*times.begin()), static_cast<double>(now), 600e3);
}

TEST_F(Influx, OfVersionOneHasAUserAndItsPrecisionIsOurs) {
  auto version_one = plan("/write?precision=s&db=shack");
  version_one.server.user = "me";
  const InfluxFeed feed(version_one, context_);
  ASSERT_TRUE(has_requests(1));
  EXPECT_EQ(requests().front().find("POST /write?db=shack&precision=ms HTTP/1.1\r\n"), 0U);
  EXPECT_NE(requests().front().find("Authorization: Basic bWU6c2VjcmV0\r\n"), std::string::npos);
}

TEST_F(Influx, GetsWhatItMissedWhenItIsBack) {
  answer(503);
  const InfluxFeed feed(plan("/write?db=shack"), context_);
  ASSERT_TRUE(eventually([&] { return status().cause == "the server answered 503"; }));
  EXPECT_EQ(status().messages, 0U);
  ASSERT_TRUE(has_requests(2));
  const std::size_t first = points_in(requests().front()).size();
  EXPECT_GT(points_in(requests().back()).size(), first) << "the first ones again, and those of the time between";
  EXPECT_EQ(points_in(requests().back()).front().time, points_in(requests().front()).front().time);
  answer(204);
  EXPECT_TRUE(eventually([&] { return status().messages > 0 && status().cause.empty(); }));
  EXPECT_EQ(status().lost, 0U);
}

TEST_F(Influx, GetsNothingAgainThatItRefuses) {
  answer(400, R"({"error":"unable to parse"})");
  const InfluxFeed feed(plan("/write?db=shack"), context_);
  ASSERT_TRUE(eventually([&] { return status().lost > 0; }));
  EXPECT_EQ(status().cause, R"(the server answered 400: {"error":"unable to parse"})");
  answer(204);
  EXPECT_TRUE(eventually([&] { return status().messages > 0; }));
}

}  // namespace
}  // namespace spectrumd
