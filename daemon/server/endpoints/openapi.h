// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/keys.h"

namespace spectrumd {

const Json& schemas();  // of schemas.json, by name

// The OpenAPI 3.1 document, made from the table of routes.
Json openapi_json();

}  // namespace spectrumd
