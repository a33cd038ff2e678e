// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/server/http/request.h"
#include "daemon/server/http/route.h"

namespace spectrumd {

// Notes who has made a change in the audit log, if the server has one.
void note_change(const Route& route, const Request& request);

// What the log has of a body: its numbers and, where they are no secrets, its texts. Not longer than a line.
std::string audited_values(const Json& body, bool shows_texts);

}  // namespace spectrumd
