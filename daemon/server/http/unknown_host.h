// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "daemon/server/http/request.h"

namespace spectrumd {

// How a request is refused whose Host is not a name of this server (421): as JSON, or as a page for a browser, which
// says what to do.
RequestError unknown_host(std::string_view authority);
bool is_unknown_host(const RequestError& error);
Answer unknown_host_page(const RequestHead& head);

// The host of "pi.local:8088" and "[::1]:8088", without its port.
std::string_view host_of(std::string_view authority);

}  // namespace spectrumd
