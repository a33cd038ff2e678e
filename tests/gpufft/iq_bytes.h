// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "gpufft/spectrum.h"
#include "tests/gpufft/double_dft.h"

inline constexpr std::array kFormats{gpufft::SampleFormat::Cu8, gpufft::SampleFormat::Cs8, gpufft::SampleFormat::Cs16,
                                     gpufft::SampleFormat::Cf32};
std::string_view format_name(gpufft::SampleFormat format);

// The largest amplitude a complex tone can have: 128 does not fit s8, 32768 does not fit s16.
double largest_amplitude(gpufft::SampleFormat format);

// Rounded as a converter does, and clipped; full scale is 1.
std::vector<std::byte> encode(gpufft::SampleFormat format, const oracle::Points& points);

// By the definition of the formats, independent of gpufft.
oracle::Points decode(gpufft::SampleFormat format, const std::vector<std::byte>& iq);
