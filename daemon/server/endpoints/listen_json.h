// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "daemon/channels/listening/settings.h"
#include "daemon/config/json.h"
#include "daemon/config/units.h"

namespace spectrumd {

// How one listens, as the API shows and accepts it: in channels, in the query of a stream, and in messages.

std::span<const std::string_view> mode_names();
std::span<const std::string_view> listen_keys();  // "mode", "low", ...

// The settings with the keys of `body` changed; others of it are ignored. Another mode begins with its usual edges,
// de-emphasis and noise squelch. Throws RequestError.
ListenSettings changed_listen(ListenSettings listen, const Json& body);

Json listen_json(const ListenSettings& listen);
Json meter_json(const ListenStatus& status, std::optional<Decibels> dbm_offset);

}  // namespace spectrumd
