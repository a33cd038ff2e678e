// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

#include "daemon/server/http/query.h"

namespace spectrumd {

// A period of the past, from `since` and `until`; without them the last `otherwise`.
struct Period {
  Time since, until;
};
Period period_of(const Query& query, std::chrono::seconds otherwise);  // throws RequestError
std::vector<Parameter> period_parameters();

}  // namespace spectrumd
