// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace gpufft {

// Interleaved I and Q as devices and files give them.
enum class SampleFormat { Cu8, Cs8, Cs16, Cf32 };

constexpr std::size_t bytes_per_sample(SampleFormat format) {
  switch (format) {
    case SampleFormat::Cu8:
    case SampleFormat::Cs8:
      return 2;
    case SampleFormat::Cs16:
      return 4;
    case SampleFormat::Cf32:
      return 8;
  }
  return 0;
}

// Floats that are not finite, or 120 dB and more over full scale, are broken data, and zero here: a single one would
// otherwise spoil the whole frame and the tracked mean.
constexpr float kBroken = 1e6F;  // times full scale

}  // namespace gpufft
