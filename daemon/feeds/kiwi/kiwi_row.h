// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "daemon/feeds/kiwi/kiwi_session.h"
#include "daemon/pipeline/row.h"

namespace spectrumd {

// A row of the view of a client as a message: a byte for each level, 255 is 0 dB and 55 the least, -200 dB.
std::string kiwi_row(const Row& row, Detector detector, const KiwiSession& session, std::uint32_t sequence);

}  // namespace spectrumd
