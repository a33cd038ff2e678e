// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "daemon/server/http/request.h"

namespace spectrumd {

// Parses the head of a request as it comes from the network, up to the empty line; its query is left out. Throws
// RequestError (400) for anything else. For servers of other programs' protocols, which libmicrohttpd does not run.
RequestHead parse_request_head(std::string_view text);

}  // namespace spectrumd
