// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "command_line/nearest.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/dial.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/sources/conversion.h"

namespace spectrumd {

namespace {

std::vector<std::string_view> tuning_names() {
  std::vector<std::string_view> names;
  for (const Key& key : keys())
    if (key.tuning) names.push_back(last_part(key.path));
  return names;
}

const Key& key_named(const std::string& name) {
  if (const Key* key = find_tuning_key(name)) return *key;
  const auto names = tuning_names();
  const Key* const meant = find_synonym(name);
  const auto near = meant && meant->tuning ? last_part(meant->path) : command_line::nearest(name, names);
  throw RequestError(
      400, "unknown_key",
      fmt::format("{}: no such key{}", shown(name), near ? fmt::format("; did you mean {}?", *near) : ""), shown(name));
}

void set(Settings& settings, const Key& key, const std::string& name, const Json& value) {
  try {
    key.set(settings, value);
  } catch (const KeyError& error) {
    const bool number =
        value.is_number() || (value.is_string() && parse_number(value.get_ref<const std::string&>()).has_value());
    throw RequestError(400, number ? "out_of_range" : "bad_value", fmt::format("{}: {}", name, error.what()), name);
  }
}

void apply(Settings& settings, const Json& patch) {
  if (!patch.is_object()) throw RequestError(400, "bad_value", "expected an object with keys of the tuning");
  std::set<std::string_view> seen;
  for (const auto& [name, value] : patch.items()) {
    const Key& key = key_named(name);
    if (!seen.insert(key.path).second)
      throw RequestError(400, "repeated_key", fmt::format("{}: given under two names", name), name);
    set(settings, key, name, value);
  }
}

bool names(const Json& patch, std::string_view path) {
  const auto is_it = [path](const auto& entry) { return find_tuning_key(entry.key())->path == path; };
  const auto items = patch.items();
  return std::any_of(items.begin(), items.end(), is_it);
}

// Where only the converter changes, the radio stays where it is and is said to receive something else, unless that is
// below 0 Hz.
void keep_radio_in_place(Tuning& tuning, const Conversion& before) {
  Tuning radio = tuning;
  radio.conversion = before;
  radio = at_device(radio);
  const Hertz center = at_antenna(radio.center, tuning.conversion);
  if (center.value >= 0) tuning.center = center;
  if (!radio.span) return;
  const Span span = at_antenna(*radio.span, tuning.conversion);
  if (span.from.value >= 0) tuning.span = span;
}

// Where the radio receives the IF of a rig, its place is the dial of that: a center turns the dial, and nothing else
// moves the radio. Returns where the dial is to be.
std::optional<Hertz> leave_to_rig(const FollowedDial::Rig& rig, Tuning& tuning, const Tuning& before) {
  const auto refuse = [&rig](const std::string& field, std::string_view why) {
    throw RequestError(400, "refused",
                       fmt::format("{}: the radio receives the IF of the rig at {}{}", field, rig.name, why), field);
  };
  if (tuning.span != before.span) refuse("span", "");
  if (tuning.conversion.offset != before.conversion.offset) refuse("offset", "");
  if (tuning.conversion.invert != before.conversion.invert) refuse("invert", "");
  if (tuning.center == before.center) return std::nullopt;
  if (!rig.may_tune) refuse("center", "; feeds.follow_control lets clients tune that");
  if (!rig.connected) refuse("center", ", which is lost");
  return std::exchange(tuning.center, before.center);
}

Answer answer_tuning(ServerContext& context, const Request&) { return json_answer(tuning_json(context)); }

Answer change_tuning(ServerContext& context, const Request& request) {
  use_dial(context.accounts, request.sender.caller);
  return json_answer(apply_tuning(context, request.body, requester_of(request)));
}

}  // namespace

Json tuning_keys_json(const Settings& settings) {
  Json tuning = Json::object();
  for (const Key& key : keys())
    if (key.tuning) tuning[std::string(last_part(key.path))] = key.get(settings);
  return tuning;
}

Json tuning_json(const ServerContext& context) {
  const ReceiverStatus now = context.receiver.status();
  return {{"tuning", tuning_keys_json(*now.settings)}, {"generation", now.generation}};
}

Requester requester_of(const Request& request) {
  return {.via = "http",
          .address = request.sender.address ? request.sender.address->text() : "",
          .name = request.sender.caller.name};
}

Json apply_tuning(ServerContext& context, const Json& patch, const Requester& by) {
  const std::scoped_lock lock(context.tuning_change);
  Settings request = *context.receiver.settings();
  const Tuning before = request.tuning;
  apply(request, patch);
  const bool has_center = names(patch, "radio.center"), has_span = names(patch, "radio.span");
  // Setting a center while a span is received ends the span.
  if (has_center && !has_span) request.tuning.span.reset();
  if (!has_center && !has_span && request.tuning.conversion != before.conversion)
    keep_radio_in_place(request.tuning, before.conversion);
  const auto rig = context.dial.rig();
  std::optional<Hertz> dial;
  if (rig && rig->on_if)
    dial = leave_to_rig(*rig, request.tuning, before);
  else if (rig && rig->may_tune && has_center)
    dial = request.tuning.center;
  try {
    context.receiver.change(request.tuning, request.analysis, by);
  } catch (const TuningRefused& refusal) {
    throw RequestError(400, "refused", fmt::format("{}: {}", refusal.field, refusal.what()), refusal.field);
  }
  if (dial) context.dial.turn(*dial);
  return tuning_json(context);
}

Routes tuning_routes() {
  return {{.method = "GET",
           .path = "/api/v1/tuning",
           .summary = "The requested tuning and analysis",
           .answer_schema = "Tuning",
           .answer = answer_tuning},
          {.method = "PATCH",
           .path = "/api/v1/tuning",
           .summary = "Changes any of its keys; all are accepted or none",
           .cost = Cost::Blocking,
           .role = Role::Tuner,
           .request_schema = "TuningChange",
           .shows_body = true,
           .answer_schema = "Tuning",
           .answer = change_tuning}};
}

}  // namespace spectrumd
