// SPDX-License-Identifier: MIT
// The sound of a channel.
#include <string>

#include "daemon/channels/streams/sound_reader.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/channel_query.h"
#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

std::string type_of(const std::string& format) {
  if (format == "opus") return "audio/ogg";
  return format == "wav" ? "audio/wav" : "application/octet-stream";
}

Answer answer_audio(ServerContext& context, const Request& request) {
  const std::string format = request.query.choice("format").value_or("wav");
  return on_channels([&] {
    auto channel = listened_of(context, request.query);
    auto reader = sound_reader(format, *channel->channel().order().listen);
    return stream_answer(context, std::move(channel), std::move(reader), type_of(format));
  });
}

}  // namespace

Routes audio_routes() {
  std::vector<Parameter> parameters = listen_parameters();
  parameters.push_back({.name = "format",
                        .description = "wav, Opus in Ogg, or 16-bit samples without a header; wav if not given",
                        .kind = Parameter::Kind::Choice,
                        .choices = sound_format_names()});
  return {{.method = "GET",
           .path = "/api/v1/audio",
           .summary = "The sound of a frequency, for as long as it is listened to",
           .cost = Cost::Stream,
           .role = Role::Listener,
           .parameters = std::move(parameters),
           .other_types = {"audio/wav", "audio/ogg", "application/octet-stream"},
           .answer = answer_audio}};
}

}  // namespace spectrumd
