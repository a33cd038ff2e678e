// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/client_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "command_line/nearest.h"
#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/server/endpoints/events.h"
#include "daemon/server/endpoints/listen_json.h"
#include "daemon/server/endpoints/status.h"
#include "daemon/server/endpoints/tuning.h"

namespace spectrumd {

namespace {

constexpr std::size_t kLongestId = 64;

// Reported only if another step is in force, as are extra detectors and partial rows: older clients know none of them.
constexpr double kDefaultStep = 0.5;

struct DetectorName {
  std::string_view name;
  std::uint8_t bit;
};
constexpr std::array<DetectorName, 3> kDetectorBits{{{"mean", 1}, {"max", 2}, {"min", 4}}};

[[noreturn]] void refuse(std::string_view key, const std::string& what_it_takes, const char* code = "bad_value") {
  throw RequestError(400, code, fmt::format("{}: {}", key, what_it_takes), std::string(key));
}

[[noreturn]] void refuse_key(const std::string& key, std::span<const std::string_view> known) {
  const auto near = command_line::nearest(key, known);
  refuse(shown(key), fmt::format("no such key{}", near ? fmt::format("; did you mean {}?", *near) : ""), "unknown_key");
}

std::optional<Hertz> edge_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return Hertz{number_in(value, {-1e12, 1e12}, kHertz)};
}

std::uint8_t detectors_of(const Json& value) {
  std::uint8_t bits = 0;
  for (const Json& name : value.is_array() ? value : Json::array()) {
    const std::string text = name.is_string() ? name.get<std::string>() : "";
    const auto* const found = std::ranges::find(kDetectorBits, text, &DetectorName::name);
    if (found == kDetectorBits.end()) throw KeyError(R"(takes a list of "mean", "max", "min")");
    bits |= found->bit;
  }
  if (bits == 0) throw KeyError(R"(takes a list of at least one of "mean", "max", "min")");
  return bits;
}

Pool mean_pool_of(const Json& value) {
  if (value == "peak") return Pool::Max;
  if (value == "mean") return Pool::Mean;
  throw KeyError(R"(takes "peak" or "mean")");
}

constexpr Range kRates{0.1, 100};

std::optional<double> rate_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return number_in(value, kRates);
}

std::optional<ExtraDetectors> extra_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_object() || value.size() != 2 || !value.contains("detectors") || !value.contains("rate"))
    throw KeyError(R"(takes null or {"detectors": [...], "rate": rows a second})");
  return ExtraDetectors{.detectors = detectors_of(value["detectors"]), .rate = number_in(value["rate"], kRates)};
}

double step_of(const Json& value) {
  if (value != 0.5 && value != 1) throw KeyError("takes 0.5 or 1");
  return value.get<double>();
}

struct ViewKey {
  std::string_view name;
  void (*set)(ViewMessage& message, const Json& value);
};

constexpr std::array<ViewKey, 12> kViewKeys{{
    {"from", [](ViewMessage& message, const Json& value) { message.request.view.from = edge_of(value); }},
    {"to", [](ViewMessage& message, const Json& value) { message.request.view.to = edge_of(value); }},
    {"bins",
     [](ViewMessage& message, const Json& value) {
       message.request.view.bins = static_cast<std::size_t>(count_in(value, {16, 65536}));
     }},
    {"rate", [](ViewMessage& message, const Json& value) { message.request.rate = rate_of(value); }},
    {"detectors", [](ViewMessage& message, const Json& value) { message.request.detectors = detectors_of(value); }},
    {"extra", [](ViewMessage& message, const Json& value) { message.request.extra = extra_of(value); }},
    {"pool", [](ViewMessage& message, const Json& value) { message.request.view.mean_pool = mean_pool_of(value); }},
    {"bytes",
     [](ViewMessage& message, const Json& value) {
       message.request.bytes_per_level = static_cast<std::uint8_t>(count_in(value, {1, 2}));
     }},
    {"step", [](ViewMessage& message, const Json& value) { message.request.step_db = step_of(value); }},
    {"recent",
     [](ViewMessage& message, const Json& value) {
       message.recent = static_cast<std::size_t>(count_in(value, {0, 500}));
     }},
    {"pause", [](ViewMessage& message, const Json& value) { message.request.pause = yes_or_no(value); }},
    {"partial", [](ViewMessage& message, const Json& value) { message.request.partial = yes_or_no(value); }},
}};

void set(ViewMessage& message, const std::string& name, const Json& value) {
  const auto* const key = std::ranges::find(kViewKeys, std::string_view(name), &ViewKey::name);
  if (key == kViewKeys.end()) {
    std::array<std::string_view, kViewKeys.size()> known;
    std::ranges::transform(kViewKeys, known.begin(), &ViewKey::name);
    refuse_key(name, known);
  }
  try {
    key->set(message, value);
  } catch (const KeyError& error) {
    refuse(name, error.what(), value.is_number() ? "out_of_range" : "bad_value");
  }
}

ViewMessage view_of(const Json& keys, const RowRequest& present) {
  ViewMessage message{.request = present};
  for (const auto& [name, value] : keys.items()) set(message, name, value);
  const View& view = message.request.view;
  if (view.from && view.to && *view.from >= *view.to) refuse("to", "must be above from");
  return message;
}

PingMessage ping_of(const Json& keys) {
  PingMessage ping;
  constexpr std::array<std::string_view, 1> known{"id"};
  for (const auto& [name, value] : keys.items()) {
    if (name != "id") refuse_key(name, known);
    const bool fits = value.is_number() || (value.is_string() && value.get<std::string>().size() <= kLongestId);
    if (!fits) refuse("id", "takes a number, or text of at most 64 bytes");
    ping.id = std::make_shared<const Json>(value);
  }
  return ping;
}

HeardMessage heard_of(const Json& keys) {
  constexpr std::array<std::string_view, 1> known{"packet"};
  for (const auto& [name, value] : keys.items())
    if (name != known[0]) refuse_key(name, known);
  if (!keys.contains("packet")) refuse("packet", "is missing");
  try {
    return {static_cast<std::uint32_t>(count_in(keys["packet"], {0, UINT32_MAX}))};
  } catch (const KeyError& error) {
    refuse("packet", error.what(), keys["packet"].is_number() ? "out_of_range" : "bad_value");
  }
}

std::string type_of(const Json& message) {
  if (!message.is_object()) throw RequestError(400, "bad_json", "a message is a JSON object with a \"type\"");
  const auto type = message.find("type");
  if (type == message.end() || !type->is_string()) refuse("type", "is missing; every message has one, as text");
  return type->get<std::string>();
}

Json detectors_json(std::uint8_t bits) {
  Json names = Json::array();
  for (const DetectorName& detector : kDetectorBits)
    if (bits & detector.bit) names.push_back(detector.name);
  return names;
}

// `access` is from before there were roles: whether the client may tune.
Json access_json(const Caller& caller) {
  return {{"access", caller.role >= Role::Tuner ? "change" : "read"},
          {"role", to_string(caller.role)},
          {"name", caller.name.empty() ? Json() : Json(caller.name)}};
}

// `content` behind the type.
std::string message_of(const char* type, const Json& content) {
  Json message;
  message["type"] = type;
  message.update(content);
  return to_text(message);
}

}  // namespace

ClientMessage parse_client_message(std::string_view text, const RowRequest& present) {
  Json message = parse_client_json(text);
  const std::string type = type_of(message);
  message.erase("type");
  if (type == "view") return view_of(message, present);
  if (type == "tune") return TuneMessage{std::make_shared<const Json>(std::move(message))};
  if (type == "ping") return ping_of(message);
  if (type == "listen") return ListenMessage{std::make_shared<const Json>(std::move(message))};
  if (type == "heard") return heard_of(message);
  refuse("type", fmt::format("\"{}\" is not one of view, tune, listen, heard, ping", shown(type)), "unknown_type");
}

std::string hello_message(const ServerContext& context, const Caller& caller) {
  Json hello{{"protocol", "spectrum.v1"}};
  hello.update(access_json(caller));
  hello["status"] = status_json(context, caller.access());
  return message_of("hello", hello);
}

std::string access_message(const Caller& caller) { return message_of("access", access_json(caller)); }

std::string status_message(const ServerContext& context, Access access) {
  return message_of("status", {{"status", status_json(context, access)}});
}

std::string event_message(const Event& event, Access access) { return message_of("event", event_json(event, access)); }

std::string view_message(const RowRequest& request, Detector configured) {
  const auto edge_json = [](const std::optional<Hertz>& hertz) { return hertz ? number_json(hertz->value) : Json(); };
  const std::uint8_t bits = request.detectors.value_or(static_cast<std::uint8_t>(configured));
  Json view{{"from", edge_json(request.view.from)},
            {"to", edge_json(request.view.to)},
            {"bins", request.view.bins},
            {"rate", request.rate ? number_json(*request.rate) : Json()},
            {"detectors", detectors_json(bits)},
            {"pool", request.view.mean_pool == Pool::Mean ? "mean" : "peak"},
            {"bytes", request.bytes_per_level},
            {"pause", request.pause}};
  if (request.step_db != kDefaultStep) view["step"] = number_json(request.step_db);
  if (request.partial) view["partial"] = true;
  if (request.extra)
    view["extra"] = {{"detectors", detectors_json(request.extra->detectors)},
                     {"rate", number_json(request.extra->rate)}};
  return message_of("view", view);
}

std::string zoom_message(const std::optional<ZoomFacts>& zoom) {
  if (!zoom) return message_of("zoom", {{"rbw_hz", nullptr}});
  if (!zoom->reason.empty()) return message_of("zoom", {{"rbw_hz", nullptr}, {"reason", zoom->reason}});
  return message_of("zoom", {{"rbw_hz", number_json(zoom->rbw_hz)}, {"window_seconds", zoom->window_seconds}});
}

std::string apply_tuning(ServerContext& context, const TuneMessage& message, const Requester& by) {
  return message_of("tuning", apply_tuning(context, *message.patch, by));
}

std::string listen_message(const ListeningFacts& sound) {
  const ListenRequest& request = sound.request;
  Json facts{{"channel", sound.channel ? Json(*sound.channel) : Json()},
             {"reason", sound.reason},
             {"center_hz", request.center ? number_json(request.center->value) : Json()},
             {"codec", to_string(request.codec)},
             {"bit_rate", request.bit_rate ? Json(*request.bit_rate) : Json()}};
  facts.update(listen_json(request.listen));
  if (sound.channel)
    facts.update({{"state", sound.reason.empty() ? "running" : "waiting"},
                  {"sample_rate", sound.form.rate},
                  {"channels", sound.form.channels},
                  {"pre_skip", sound.form.pre_skip}});
  return message_of("listen", facts);
}

std::string meter_message(const ListenStatus& status, std::optional<Decibels> dbm_offset) {
  return message_of("meter", meter_json(status, dbm_offset));
}

std::string pong_message(const PingMessage& ping, Time now, std::uint64_t sent_bytes) {
  return message_of("pong",
                    {{"id", ping.id ? *ping.id : Json()}, {"time", format_time(now)}, {"sent_bytes", sent_bytes}});
}

std::string error_message(const RequestError& error) { return message_of("error", error_json(error)); }

}  // namespace spectrumd
