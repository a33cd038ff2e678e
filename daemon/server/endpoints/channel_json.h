// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "daemon/channels/channel_book.h"
#include "daemon/config/json.h"

namespace spectrumd {

// Channels as the API shows and accepts them.

std::span<const std::string_view> mode_names();

void check_listen(const ListenSettings& listen);  // throws RequestError

Json channel_json(const BookedFacts& facts);

// The order with the keys that a client gives changed. Throws RequestError.
ChannelOrder changed_order(ChannelOrder order, const Json& body);

}  // namespace spectrumd
