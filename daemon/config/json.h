// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace spectrumd {

// JSON whose keys stay in their order. Only declared here: whoever makes or reads a value includes <nlohmann/json.hpp>,
// which costs seconds of each compilation, so headers do not.
using Json = nlohmann::ordered_json;

}  // namespace spectrumd
