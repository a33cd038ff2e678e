// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/channels/channel_book.h"
#include "daemon/config/json.h"

namespace spectrumd {

// Channels as the API shows and accepts them.

Json channel_json(const BookedFacts& facts, std::optional<Decibels> dbm_offset);

// The order with the keys that a client gives changed. Throws RequestError.
ChannelOrder changed_order(ChannelOrder order, const Json& body);

}  // namespace spectrumd
