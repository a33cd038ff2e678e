// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include "daemon/server/http/service.h"

namespace spectrumd {

// The answer after which a connection is the hub's. Whether its client may tune is asked of the exchange.
MHD_Response* websocket_response(Service& service);

}  // namespace spectrumd
