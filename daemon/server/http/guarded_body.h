// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "daemon/server/http/answer.h"
#include "daemon/users/accounts.h"

namespace spectrumd {

// A stream that ends when its client loses the role that it needs. `accounts` must outlive it.
std::shared_ptr<BodySource> while_permitted(std::shared_ptr<BodySource> source, Accounts& accounts,
                                            const ServerSettings& settings, const Caller& caller, Role least);

}  // namespace spectrumd
