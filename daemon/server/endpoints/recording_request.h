// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "daemon/config/json.h"
#include "daemon/outputs/channel_recording.h"

namespace spectrumd {

struct ServerContext;

// A recording as a client asks for it.
struct RecordingRequest {
  std::optional<double> seconds;
  std::string description;
  double before = 0;                        // seconds of the past
  std::optional<ChannelRecording> channel;  // with all of these; nullopt: the band
};

// Throws RequestError, and ChannelRefused for a number that no channel has.
RecordingRequest recording_request(ServerContext& context, const Json& body);

}  // namespace spectrumd
