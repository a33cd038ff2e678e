// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// The levels of a row in exactly `count` equal pieces of a span, lowest frequency first, whatever the width of its
// bins: the strongest that a piece has, or the nearest where bins are wider. kNoLevel where the row has nothing.
std::vector<Centibel> row_pixels(const Row& row, Detector detector, const Span& span, std::size_t count);

}  // namespace spectrumd
