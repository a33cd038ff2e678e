// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/recording_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/channels/streams/iq_reader.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/channel_json.h"

namespace spectrumd {
namespace {

constexpr Range kSeconds{0.001, 1e8}, kShortest{0, 10}, kNumbers{1, 1e15};
constexpr std::array<std::string_view, 7> kRecordingKeys{"seconds", "description", "before",  "channel",
                                                         "format",  "split",       "shortest"};
constexpr std::array<std::string_view, 2> kSoundFileFormats{"wav", "opus"};

std::optional<double> number_of_body(const Json& body, const char* name, Range range) {
  return value_in(body, name, [range](const Json& value) { return number_in(value, range); });
}

// The keys that say what the channel is.
Json channel_keys(const Json& body) {
  Json keys = Json::object();
  for (const auto& [key, value] : body.items())
    if (std::ranges::find(kRecordingKeys, key) == kRecordingKeys.end()) keys[key] = value;
  return keys;
}

std::optional<std::uint64_t> number_of_channel(const Json& body) {
  return value_in(body, "channel",
                  [](const Json& value) { return static_cast<std::uint64_t>(count_in(value, kNumbers)); });
}

void adopt_format(ChannelRecording& recording, const Json& body) {
  const auto format = value_in(body, "format", text_of);
  if (!format) return;
  const std::span<const std::string_view> names =
      recording.order.listen ? std::span<const std::string_view>(kSoundFileFormats) : iq_format_names();
  if (std::ranges::find(names, *format) == names.end())
    throw bad_value("format", fmt::format("is not one of {}", fmt::join(names, ", ")));
  if (recording.order.listen)
    recording.sound = *sound_format_of("x." + *format);
  else
    recording.samples = *iq_format_named(*format);
}

void adopt_split(ChannelRecording& recording, const Json& body) {
  recording.split = value_in(body, "split", yes_or_no).value_or(false);
  const auto shortest = number_of_body(body, "shortest", kShortest);
  if (shortest && !recording.split) throw bad_value("shortest", "belongs to a recording with split");
  recording.shortest = shortest.value_or(recording.shortest);
  if (!recording.split) return;
  const auto& listen = recording.order.listen;
  if (!listen || !(listen->squelch_db || listen->noise_squelch_db))
    throw bad_value("split", "needs a mode and a squelch, which says where an over begins and ends");
}

ChannelRecording channel_recording(ServerContext& context, const RecordingRequest& request, const Json& body,
                                   const Json& channel) {
  ChannelRecording recording{.order = {}, .open = {}, .seconds = request.seconds, .before = request.before};
  recording.description = request.description;
  if (const auto number = number_of_channel(body)) {
    if (!channel.empty()) throw bad_value("channel", "not together with what else says what to record");
    recording.open = context.channels.find(*number);
    recording.order = recording.open->channel().order();
  } else {
    recording.order.settings.bandwidth = usual_bandwidth(recording.order.settings.rate);
    recording.order = changed_order(recording.order, channel);
    if (!channel.contains("center")) throw bad_value("center", "is missing");
  }
  adopt_format(recording, body);
  adopt_split(recording, body);
  return recording;
}

}  // namespace

RecordingRequest recording_request(ServerContext& context, const Json& body) {
  if (!body.is_object()) throw RequestError(400, "bad_value", "expected an object");
  RecordingRequest request{.seconds = number_of_body(body, "seconds", kSeconds),
                           .description = value_in(body, "description", text_of).value_or(""),
                           .channel = {}};
  const double past = context.settings().ring_seconds;
  request.before = number_of_body(body, "before", {0, past}).value_or(0);
  const Json channel = channel_keys(body);
  if (!channel.empty() || body.contains("channel")) {
    request.channel = channel_recording(context, request, body, channel);
    return request;
  }
  for (const char* name : {"format", "split", "shortest"})
    if (body.contains(name)) throw bad_value(name, "belongs to a channel; the band is recorded as it comes");
  return request;
}

}  // namespace spectrumd
