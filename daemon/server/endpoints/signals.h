// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"

namespace spectrumd {

struct Signal;

// A transmission, with an identity. PROTOCOL.md has the shape.
Json signal_json(const Signal& signal);

}  // namespace spectrumd
