// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/server/http/request.h"

namespace spectrumd {

bool accepts_gzip(const RequestHead& head);

// Compresses JSON and rows if that is worthwhile and the client accepts it.
void pack(Answer& answer, const RequestHead& head);

}  // namespace spectrumd
