// SPDX-License-Identifier: MIT
// Channels: their list, and those that a client keeps.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "daemon/config/plain_text.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/channel_json.h"
#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

std::uint64_t id_of(const Request& request) {
  const std::string_view text = item_of(request.head.path);
  const auto id = plain_number<std::uint64_t>(text);
  if (!id) throw RequestError(404, "not_found", fmt::format("there is no channel {}", shown(text)));
  return *id;
}

Json one_channel_json(const ServerContext& context, const BookedFacts& facts) {
  return channel_json(facts, context.settings().dbm_offset);
}

Json channels_json(ServerContext& context) {
  const ChannelLoad load = context.channels.load();
  Json channels = Json::array();
  for (const BookedFacts& facts : context.channels.list()) channels.push_back(one_channel_json(context, facts));
  return {{"limit", context.settings().channels.limit},
          {"core_share", load.core_share},
          {"lost_samples", load.lost_samples},
          {"channels", std::move(channels)}};
}

Answer answer_list(ServerContext& context, const Request&) { return json_answer(channels_json(context)); }

Answer answer_new(ServerContext& context, const Request& request) {
  if (!request.body.contains("center")) throw RequestError(400, "bad_value", "center: is missing", "center");
  ChannelOrder order;
  order.settings.bandwidth = usual_bandwidth(order.settings.rate);
  order = changed_order(order, request.body);
  return on_channels([&] {
    const auto channel = context.channels.keep(order);
    return json_answer(one_channel_json(context, context.channels.facts(channel->id())));
  });
}

Answer answer_change(ServerContext& context, const Request& request) {
  const std::uint64_t id = id_of(request);
  return on_channels([&] {
    const ChannelOrder now = context.channels.find(id)->channel().order();
    context.channels.change(id, changed_order(now, request.body));
    return json_answer(one_channel_json(context, context.channels.facts(id)));
  });
}

Answer answer_end(ServerContext& context, const Request& request) {
  return on_channels([&] {
    context.channels.remove(id_of(request));
    return json_answer(channels_json(context));
  });
}

}  // namespace

Routes channels_routes() {
  return {{.method = "GET",
           .path = "/api/v1/channels",
           .summary = "Channels: narrow pieces of the band, each with its own center and rate",
           .answer_schema = "Channels",
           .answer = answer_list},
          {.method = "POST",
           .path = "/api/v1/channels",
           .summary = "Opens a channel, which stays until it is deleted",
           .role = Role::Tuner,
           .request_schema = "ChannelKeys",
           .shows_body = true,
           .answer_schema = "Channel",
           .answer = answer_new},
          {.method = "PATCH",
           .path = "/api/v1/channels/{id}",
           .summary = "Changes a channel while it is read",
           .role = Role::Tuner,
           .request_schema = "ChannelKeys",
           .shows_body = true,
           .answer_schema = "Channel",
           .answer = answer_change},
          {.method = "DELETE",
           .path = "/api/v1/channels/{id}",
           .summary = "Ends a channel and the streams of its readers",
           .role = Role::Tuner,
           .answer_schema = "Channels",
           .answer = answer_end}};
}

}  // namespace spectrumd
