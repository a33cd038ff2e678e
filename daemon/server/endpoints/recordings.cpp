// SPDX-License-Identifier: MIT
// Recordings: their list, start, stop and removal.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/recording_request.h"
#include "daemon/sources/file/recording.h"

namespace spectrumd {

namespace {

constexpr std::array<std::string_view, 1> kStopKeys{"name"};

std::string_view format_text(const RecordingFacts& facts) {
  if (facts.kind == RecordingKind::Sound) return extension_of(facts.sound).substr(1);
  return to_string(facts.format);
}

Json recording_json(const RecordingFacts& facts) {
  const auto& progress = facts.progress;
  const auto if_read = [&](Json value) { return facts.error.empty() ? std::move(value) : Json(); };
  Json json{{"name", facts.name},
            {"kind", to_string(facts.kind)},
            {"state", to_string(progress ? progress->state : RecordingState::Ended)},
            {"reason", progress ? progress->reason : facts.error},
            {"started", facts.started ? Json(format_time(*facts.started)) : Json()},
            {"seconds", if_read(static_cast<double>(facts.samples) / facts.rate.value)},
            {"samples", if_read(facts.samples)},
            {"bytes", facts.bytes},
            {"center_hz", if_read(number_json(facts.center.value))},
            {"rate_hz", if_read(number_json(facts.rate.value))},
            {"format", if_read(format_text(facts))},
            {"captures", if_read(facts.captures)},
            {"lost", progress ? Json(progress->lost) : Json()}};
  if (facts.kind == RecordingKind::Sound) json["mode"] = facts.mode;
  if (facts.split) json["overs"] = progress ? progress->files : 0;
  return json;
}

Json recordings_json(const RecordingsFacts& facts) {
  Json recordings = Json::array();
  for (const RecordingFacts& recording : facts.recordings) recordings.push_back(recording_json(recording));
  return {{"folder", facts.folder.string()}, {"used_bytes", facts.used},        {"quota_bytes", facts.quota},
          {"free_bytes", facts.free},        {"floor_bytes", facts.disk_floor}, {"recordings", std::move(recordings)}};
}

// Runs an action and converts its refusal into an error for the client.
template <class Action>
auto doing(Action action) {
  try {
    return action();
  } catch (const RecordingRefused& refusal) {
    throw RequestError(refusal.code == "not_found" ? 404 : 409, refusal.code, refusal.what());
  } catch (const OutputError& error) {
    throw RequestError(409, "cannot_write", error.what());
  }
}

Answer answer_recording(Recordings& recordings, const std::string& name) {
  const auto facts = recordings.find(name);
  if (!facts) throw RequestError(404, "not_found", fmt::format("{} no longer exists", shown(name)));
  return json_answer(recording_json(*facts));
}

Answer answer_recordings(ServerContext& context, const Request&) {
  return doing([&] { return json_answer(recordings_json(context.recordings.list())); });
}

Answer answer_start(ServerContext& context, const Request& request) {
  const RecordingRequest wanted = on_channels([&] { return recording_request(context, request.body); });
  return doing([&] {
    if (!wanted.channel)
      return answer_recording(context.recordings,
                              context.recordings.start(wanted.seconds, wanted.description, wanted.before));
    return on_channels([&] { return answer_recording(context.recordings, context.recordings.start(*wanted.channel)); });
  });
}

Answer answer_stop(ServerContext& context, const Request& request) {
  check_keys(request.body, kStopKeys);
  const auto name = value_in(request.body, "name", text_of);
  if (!name) throw RequestError(400, "bad_value", "name: is missing", "name");
  return doing([&] {
    context.recordings.stop(*name);
    return answer_recording(context.recordings, *name);
  });
}

Answer answer_removal(ServerContext& context, const Request& request) {
  const auto name = request.query.text("name");
  if (!name) throw RequestError(400, "bad_value", "name: is missing", "name");
  return doing([&] {
    context.recordings.remove(*name);
    return json_answer(recordings_json(context.recordings.list()));
  });
}

}  // namespace

Routes recordings_routes() {
  return {{.method = "GET",
           .path = "/api/v1/recordings",
           .summary = "Recordings, oldest first",
           .cost = Cost::Blocking,
           .answer_schema = "Recordings",
           .answer = answer_recordings},
          {.method = "POST",
           .path = "/api/v1/recordings",
           .summary = "Starts a recording of the samples, or of a channel: its IQ or its sound",
           .cost = Cost::Blocking,
           .role = Role::Tuner,
           .request_schema = "RecordingWish",
           .shows_body = true,
           .answer_schema = "Recording",
           .answer = answer_start},
          {.method = "DELETE",
           .path = "/api/v1/recordings",
           .summary = "Deletes a recording that has ended",
           .cost = Cost::Blocking,
           .parameters = {{"name", "name of the recording", Parameter::Kind::Text}},
           .answer_schema = "Recordings",
           .answer = answer_removal},
          {.method = "POST",
           .path = "/api/v1/recordings/stop",
           .summary = "Stops a recording and keeps it",
           .cost = Cost::Blocking,
           .role = Role::Tuner,
           .request_schema = "RecordingName",
           .shows_body = true,
           .answer_schema = "Recording",
           .answer = answer_stop}};
}

}  // namespace spectrumd
