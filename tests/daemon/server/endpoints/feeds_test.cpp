// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "daemon/server/feed_list.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using Feeds = HttpWorld;

nlohmann::json feeds_in(const HttpAnswer& answer) { return nlohmann::json::parse(answer.body).at("feeds"); }

TEST_F(Feeds, AreListedWhileTheyRun) {
  EXPECT_EQ(feeds_in(get("/api/v1/feeds")), nlohmann::json::array());
  std::optional<FeedList::Entry> rigctl;
  rigctl.emplace(context_.feeds, [] {
    return FeedStatus{.name = "rigctl",
                      .address = "127.0.0.1:4532",
                      .state = "listening",
                      .cause = "",
                      .clients = 2,
                      .served = 5,
                      .messages = 17,
                      .may_tune = false,
                      .dial = Dial{.frequency = {14.074e6}, .mode = "USB", .width_hz = 2400}};
  });
  const FeedList::Entry n1mm(
      context_.feeds, [] { return FeedStatus{.name = "n1mm", .address = "127.0.0.1:13064", .state = "sending"}; });
  EXPECT_EQ(feeds_in(get("/api/v1/feeds")), nlohmann::json::parse(R"([
    {"name": "rigctl", "address": "127.0.0.1:4532", "state": "listening", "cause": "", "clients": 2, "served": 5,
     "messages": 17, "may_tune": false, "dial": {"frequency_hz": 14074000, "mode": "USB", "width_hz": 2400}},
    {"name": "n1mm", "address": "127.0.0.1:13064", "state": "sending", "cause": "", "clients": 0, "served": 0,
     "messages": 0}])"));
  rigctl.reset();
  EXPECT_EQ(feeds_in(get("/api/v1/feeds")).size(), 1U);
}

}  // namespace
}  // namespace spectrumd
