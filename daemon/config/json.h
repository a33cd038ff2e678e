// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace spectrumd {

// JSON that keeps the order of its keys. Only declared here: code that makes or reads a value includes
// <nlohmann/json.hpp>, which costs seconds of each compilation, so headers do not include it.
using Json = nlohmann::ordered_json;

}  // namespace spectrumd
