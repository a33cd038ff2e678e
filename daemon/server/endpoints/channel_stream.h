// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "daemon/channels/channel_book.h"
#include "daemon/channels/streams/stream_reader.h"
#include "daemon/server/http/answer.h"

namespace spectrumd {

struct ServerContext;

// The answer that a reader's bytes are the endless body of.
Answer stream_answer(ServerContext& context, BookedChannelPtr channel, std::shared_ptr<StreamReader> reader,
                     std::string type);

// Runs an action on channels and converts its refusal into an error for the client.
template <class Action>
auto on_channels(Action action) {
  try {
    return action();
  } catch (const ChannelRefused& refused) {
    const bool busy = refused.code == "too_many_channels" || refused.code == "zoom_limit";
    const int status = refused.code == "not_found" ? 404 : busy ? 503 : 400;
    throw RequestError(status, refused.code, refused.what(), refused.field);
  }
}

}  // namespace spectrumd
