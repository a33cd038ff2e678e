// SPDX-License-Identifier: MIT
// IQ of a channel, as raw samples.

#include "daemon/channels/streams/iq_reader.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/channel_query.h"
#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

Answer answer_iq(ServerContext& context, const Request& request) {
  return on_channels([&] {
    auto channel = channel_of(context, request.query, "iq");
    const auto format = iq_format_named(request.query.choice("format").value_or("cs16")).value();
    const double rate = channel->channel().order().settings.rate;
    auto reader = std::make_shared<IqReader>(format, rate);
    return stream_answer(context, std::move(channel), std::move(reader), "application/octet-stream");
  });
}

}  // namespace

Routes iq_routes() {
  using Kind = Parameter::Kind;
  std::vector<Parameter> parameters = channel_parameters();
  parameters.push_back({.name = "format",
                        .description = "of the samples, I before Q, little-endian; cs16 if not given",
                        .kind = Kind::Choice,
                        .choices = iq_format_names()});
  return {{.method = "GET",
           .path = "/api/v1/iq",
           .summary = "Raw IQ samples of a narrow piece of the band, for as long as they are read",
           .cost = Cost::Stream,
           .role = Role::Listener,
           .parameters = std::move(parameters),
           .other_types = {"application/octet-stream"},
           .answer = answer_iq}};
}

}  // namespace spectrumd
