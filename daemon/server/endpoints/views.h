// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/pipeline/view.h"
#include "daemon/server/http/request.h"

namespace spectrumd {

// `from`, `to` and `bins` of a query. Throws ApiError.
View view_of(const Query& query);
std::optional<Detector> detector_of(const Query& query);

}  // namespace spectrumd
