// SPDX-License-Identifier: MIT
// What serves other programs in their own protocols.
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

Json dial_json(const Dial& dial) {
  return {{"frequency_hz", number_json(dial.frequency.value)}, {"mode", dial.mode}, {"width_hz", dial.width_hz}};
}

Json feed_json(const FeedStatus& feed) {
  Json json{{"name", feed.name},       {"address", feed.address}, {"state", feed.state},      {"cause", feed.cause},
            {"clients", feed.clients}, {"served", feed.served},   {"messages", feed.messages}};
  if (feed.lost > 0) json["lost"] = feed.lost;
  if (feed.waiting) json["waiting"] = *feed.waiting;
  if (feed.may_tune) json["may_tune"] = *feed.may_tune;
  if (feed.dial) json["dial"] = dial_json(*feed.dial);
  return json;
}

Answer answer_feeds(ServerContext& context, const Request&) {
  Json feeds = Json::array();
  for (const FeedStatus& feed : context.feeds.all()) feeds.push_back(feed_json(feed));
  return json_answer({{"feeds", std::move(feeds)}});
}

}  // namespace

Routes feeds_routes() {
  return {{.method = "GET",
           .path = "/api/v1/feeds",
           .summary = "What serves other programs in their own protocols, with clients and counters",
           .answer_schema = "Feeds",
           .answer = answer_feeds}};
}

}  // namespace spectrumd
