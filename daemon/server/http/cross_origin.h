// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

// Lets the pages of server.origins read an answer (CORS). Browsers keep it from all others by themselves.
void share_with_origin(Answer& answer, const RequestHead& head, const ServerSettings& settings);

// What a browser asks before it lets such a page do more than read: OPTIONS.
Answer answer_options(std::string_view methods);

}  // namespace spectrumd
