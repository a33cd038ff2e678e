// SPDX-License-Identifier: MIT
#include "daemon/config/version.h"

namespace spectrumd {

std::string_view version() { return SPECTRUMD_VERSION; }

}  // namespace spectrumd
