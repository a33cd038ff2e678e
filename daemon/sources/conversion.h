// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "daemon/config/settings.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// Frequencies on either side of a converter.
Hertz at_device(Hertz antenna, const Conversion& conversion);
Hertz at_antenna(Hertz device, const Conversion& conversion);
Span at_antenna(const Span& device, const Conversion& conversion);

// A tuning as the device gets it: its center and its span are those of the device.
Tuning at_device(Tuning tuning);

// Mirrors the spectrum of the samples about its middle.
void conjugate(std::span<std::byte> samples, gpufft::SampleFormat format);

}  // namespace spectrumd
