// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "daemon/channels/channel_book.h"
#include "daemon/server/http/query.h"

namespace spectrumd {

struct ServerContext;

// Common parts of the endpoints that stream a channel: either that of a number, or one by separate parameters that
// lasts as long as the stream.

std::vector<Parameter> channel_parameters();  // channel, center, rate, bandwidth
std::vector<Parameter> listen_parameters();   // channel, center, mode and what belongs to it

BookedChannelPtr channel_of(ServerContext& context, const Query& query, const std::string& use);
BookedChannelPtr listened_of(ServerContext& context, const Query& query);

}  // namespace spectrumd
