// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/server/http/request.h"

namespace spectrumd {

bool accepts_gzip(const RequestHead& head);

// Packs JSON that is worth it, for a client that takes it.
void pack(Answer& answer, const RequestHead& head);

}  // namespace spectrumd
