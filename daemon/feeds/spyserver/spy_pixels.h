// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/pipeline/row.h"

namespace spectrumd::spy {

struct PixelScale {
  double top_db = 0, range_db = 127;  // 255 is the top, 0 is the range below it
};

// The levels of a row as SpyServer's spectra have them: a byte for each of `count` pixels.
std::string spectrum_pixels(const Row& row, Detector detector, const Span& span, std::size_t count,
                            const PixelScale& scale);

}  // namespace spectrumd::spy
