// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpufft/spectrum.h"

namespace spectrumd {

// How many samples touch an end of their format's range, in I or in Q: the converter can no longer follow.
std::uint64_t clipped_samples(gpufft::SampleFormat format, std::span<const std::byte> iq);

}  // namespace spectrumd
