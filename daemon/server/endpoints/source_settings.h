// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// What clients may change of the hardware of the source in use: bias tee, direct sampling, the antenna, as far as its
// kind has them. Names are those of the configuration without their group.
Json source_settings_json(const Settings& settings);

// Returns the settings with a change of them. Throws RequestError.
Settings with_source_settings(Settings settings, const Json& change);

}  // namespace spectrumd
