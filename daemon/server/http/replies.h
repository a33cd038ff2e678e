// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/service.h"

namespace spectrumd {

// Adds the headers of every answer: security policy and caching.
void add_common_headers(Answer& answer);

// Queues an answer in libmicrohttpd, on its thread. HEAD gets no body.
MHD_Result reply(Service& service, MHD_Connection* connection, bool is_head, Answer answer);

}  // namespace spectrumd
