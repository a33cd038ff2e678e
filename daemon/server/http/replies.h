// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/service.h"

namespace spectrumd {

// What an answer says in whatever case: how far the client may trust it, and whether it may keep it.
void add_common_headers(Answer& answer);

// Hands an answer to libmicrohttpd, on its thread. That of HEAD has no body.
MHD_Result reply(Service& service, MHD_Connection* connection, bool is_head, Answer answer);

}  // namespace spectrumd
