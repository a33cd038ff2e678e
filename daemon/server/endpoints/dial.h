// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/json.h"
#include "daemon/server/http/request_error.h"
#include "daemon/users/accounts.h"

namespace spectrumd {

// Before a change of what the radio does. A user needs the dial, and gets it if it is free; others never do. Throws
// RequestError (409).
void use_dial(Accounts* accounts, const Caller& caller);

// For the status; null where there are no users.
Json dial_json(Accounts* accounts, Access access);

}  // namespace spectrumd
