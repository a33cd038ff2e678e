// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "gpufft/spectrum.h"

namespace spectrumd {

// Appends samples in another format: full scale stays full scale, what is beyond it is clipped; rounded to the nearest.
void convert_samples(gpufft::SampleFormat from, std::span<const std::byte> samples, gpufft::SampleFormat to,
                     std::string& out);

}  // namespace spectrumd
