// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

// Allows the pages of server.origins to read an answer (CORS). Browsers deny it to all others.
void share_with_origin(Answer& answer, const RequestHead& head, const ServerSettings& settings);

// Answers OPTIONS, the preflight request of a browser for such a page.
Answer answer_options(std::string_view methods);

}  // namespace spectrumd
