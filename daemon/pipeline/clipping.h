// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpufft/spectrum.h"

namespace spectrumd {

// Counts samples at either end of the range of their format, in I or in Q: the converter is overloaded.
std::uint64_t clipped_samples(gpufft::SampleFormat format, std::span<const std::byte> iq);

}  // namespace spectrumd
