// SPDX-License-Identifier: MIT
// The kinds of source of this build, the hardware of the one in use, and the demo band in place of a radio that is not
// there.
#include "daemon/sources/source_list.h"

#include <mutex>
#include <nlohmann/json.hpp>

#include "daemon/config/config_file.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/dial.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/source_settings.h"
#include "daemon/server/endpoints/tuning.h"

namespace spectrumd {

namespace {

Json names_of(const std::vector<Profile>& profiles) {
  Json names = Json::array();
  for (const Profile& profile : profiles) names.push_back(profile.name);
  return names;
}

Json sources_json(const ServerContext& context) {
  const ReceiverStatus now = context.receiver.status();
  Json sources = Json::array();
  for (const SourceKind& kind : source_kinds())
    sources.push_back({{"name", kind.name}, {"usage", kind.usage}, {"description", kind.description}});
  return {{"in_use", now.source.kind},
          {"demo", now.source.demo},
          {"settings", source_settings_json(*now.settings)},
          {"profile", now.settings->profile},
          {"profiles", names_of(now.settings->profiles)},
          {"sources", std::move(sources)}};
}

[[noreturn]] void refuse_body() {
  throw RequestError(400, "bad_value", R"(expected {"demo": true}, {"settings": {...}} or {"profile": "NAME"})",
                     "demo");
}

void change_demo(DemoBand& demo, const Json& shown) {
  if (!shown.is_boolean()) refuse_body();
  shown.get<bool>() ? demo.show() : demo.end();
}

// The source is opened again: most settings of the hardware are made then.
void change_settings(ServerContext& context, const Json& change) {
  const std::unique_lock lock(context.demo.replacing(), std::try_to_lock);
  if (!lock) throw DemoRefused("the source is being replaced; try again");
  const Settings before = *context.receiver.settings();
  const Settings after = with_source_settings(before, change);
  if (after != before) context.receiver.replace_source(after);
}

// Without what concerns neither the source nor the analysis: that stays as it is.
Settings profile_settings(const ServerContext& context, const std::string& name) try {
  Settings settings = context.load_profile(name);
  const Settings now = *context.receiver.settings();
  settings.server = now.server;
  settings.recordings = now.recordings;
  settings.history_mib = now.history_mib;
  settings.log_level = now.log_level;
  return settings;
} catch (const ConfigError& error) {
  throw RequestError(409, "refused", error.what(), "profile");
}

bool same_source(Settings before, const Settings& after) {
  before.tuning = after.tuning;
  before.analysis = after.analysis;
  before.profile = after.profile;
  before.profiles = after.profiles;
  before.remember = after.remember;
  return before == after;
}

void change_profile(ServerContext& context, const Json& name, const Requester& by) {
  if (!name.is_string() || !context.load_profile) refuse_body();
  const std::unique_lock lock(context.demo.replacing(), std::try_to_lock);
  if (!lock) throw DemoRefused("the source is being replaced; try again");
  const Settings settings = profile_settings(context, name.get<std::string>());
  if (!same_source(*context.receiver.settings(), settings)) return context.receiver.replace_source(settings);
  context.receiver.change(settings.tuning, settings.analysis, by);
  context.receiver.adopt(settings);
}

void change(ServerContext& context, const Json& body, const Requester& by) try {
  if (!body.is_object() || body.size() != 1) refuse_body();
  if (body.contains("demo")) return change_demo(context.demo, body["demo"]);
  if (body.contains("settings")) return change_settings(context, body["settings"]);
  if (body.contains("profile")) return change_profile(context, body["profile"], by);
  refuse_body();
} catch (const DemoRefused& refusal) {
  throw RequestError(409, "refused", refusal.what(), "demo");
} catch (const TuningRefused& refusal) {
  throw RequestError(409, "refused", refusal.what(), refusal.field);
} catch (const SourceError& error) {  // a scene that cannot be read
  throw RequestError(409, "refused", error.what(), "demo");
}

Answer answer_sources(ServerContext& context, const Request&) { return json_answer(sources_json(context)); }

Answer change_source(ServerContext& context, const Request& request) {
  use_dial(context.accounts, request.sender.caller);
  change(context, request.body, requester_of(request));
  return json_answer(sources_json(context));
}

}  // namespace

Routes sources_routes() {
  return {{.method = "GET",
           .path = "/api/v1/sources",
           .summary = "The kinds of source of this build and the one in use",
           .answer_schema = "Sources",
           .answer = answer_sources},
          {.method = "PATCH",
           .path = "/api/v1/sources",
           .summary =
               "Changes the hardware of the source or the profile, or shows the simulated band while there is no radio",
           .cost = Cost::Blocking,
           .role = Role::Tuner,
           .request_schema = "SourcesChange",
           .shows_body = true,
           .answer_schema = "Sources",
           .answer = change_source}};
}

}  // namespace spectrumd
