// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/channel_query.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/listen_json.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

using Kind = Parameter::Kind;

constexpr double kUsualRate = 48e3;

const Parameter kChannel{"channel", "number of a channel, in place of separate parameters", Kind::Count, 1, 1e15};
const Parameter kCenter{"center", "frequency at the antenna", Kind::Frequency, -1e12, 1e12};

double center_in(const Query& query) {
  if (const auto center = query.number("center")) return *center;
  throw RequestError(400, "bad_value", "center: is missing", "center");
}

// The number, where the request has one; it must have nothing else then.
BookedChannelPtr numbered(ServerContext& context, const Query& query) {
  const auto id = query.count("channel");
  if (!id) return nullptr;
  if (query.number("center")) throw RequestError(400, "bad_value", "channel: not together with center", "channel");
  return context.channels.find(*id);
}

// The parameters of a query as the keys of a request's body.
Json listen_body(const Query& query) {
  Json body = Json::object();
  if (const auto mode = query.choice("mode")) body["mode"] = *mode;
  for (const char* name :
       {"low", "high", "squelch_db", "noise_squelch_db", "gain_db", "deemphasis_us", "noise_reduction_db", "pitch_hz"})
    if (const auto number = query.number(name)) body[name] = *number;
  for (const char* name : {"agc", "auto_notch"})
    if (query.choice(name)) body[name] = query.flag(name);
  return body;
}

}  // namespace

std::vector<Parameter> channel_parameters() {
  return {kChannel,
          kCenter,
          {"rate", "samples per second; 48000 if not given", Kind::Number, 1, 1e9},
          {"bandwidth", "Hz that are flat; 80 % of the rate if not given", Kind::Number, 1, 1e9}};
}

std::vector<Parameter> listen_parameters() {
  return {
      kChannel,
      kCenter,
      {.name = "mode", .description = "nfm if not given", .kind = Kind::Choice, .choices = mode_names()},
      {"low", "lower edge of what is heard, Hz from the center", Kind::Number, -200e3, 200e3},
      {"high", "upper edge", Kind::Number, -200e3, 200e3},
      {"squelch_db", "level from which on it is heard, dBFS", Kind::Number, -200, 20},
      {"noise_squelch_db", "of nfm: carrier over noise from which on it is heard", Kind::Number, 0, 40},
      {.name = "agc", .description = "1 if not given", .kind = Kind::Choice, .choices = kYesOrNo},
      {"gain_db", "of the sound, on top of the AGC or in its place", Kind::Number, -60, 160},
      {"deemphasis_us", "of nfm and wfm, microseconds; 0 is flat", Kind::Number, 0, 1000},
      {.name = "auto_notch", .description = "1: steady tones are removed", .kind = Kind::Choice, .choices = kYesOrNo},
      {"noise_reduction_db", "by how much steady noise is lowered", Kind::Number, 0, 30},
      {"pitch_hz", "of a carrier in cw", Kind::Number, 200, 2000}};
}

BookedChannelPtr channel_of(ServerContext& context, const Query& query, const std::string& use) {
  if (auto channel = numbered(context, query)) return channel;
  const double rate = query.number("rate").value_or(kUsualRate);
  ChannelOrder order{.settings = {.center = {center_in(query)}, .rate = rate}, .listen = {}};
  order.settings.bandwidth = query.number("bandwidth").value_or(usual_bandwidth(rate));
  return context.channels.open(use, order);
}

BookedChannelPtr listened_of(ServerContext& context, const Query& query) {
  if (auto channel = numbered(context, query)) {
    if (channel->channel().order().listen) return channel;
    throw RequestError(400, "bad_value", "channel: has no mode, so it has no sound", "channel");
  }
  const ListenSettings listen = changed_listen({}, listen_body(query));
  return context.channels.open("audio", listening_at({center_in(query)}, listen));
}

}  // namespace spectrumd
