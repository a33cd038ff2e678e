// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/server/http/route.h"

namespace spectrumd {

const Json& schemas();  // from schemas.json, by name

// The OpenAPI 3.1 document, made from the table of routes.
Json openapi_json(std::span<const Route> routes);

}  // namespace spectrumd
