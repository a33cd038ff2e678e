// SPDX-License-Identifier: MIT
#include "daemon/pipeline/clipping.h"

#include <cmath>
#include <cstring>

namespace spectrumd {

namespace {

template <class Value, class AtEnd>
std::uint64_t count(std::span<const std::byte> iq, AtEnd at_end) {
  std::uint64_t clipped = 0;
  for (std::size_t at = 0; at + 2 * sizeof(Value) <= iq.size(); at += 2 * sizeof(Value)) {
    Value pair[2];
    std::memcpy(pair, iq.data() + at, sizeof pair);
    clipped += static_cast<unsigned>(at_end(pair[0]) | at_end(pair[1]));
  }
  return clipped;
}

}  // namespace

std::uint64_t clipped_samples(gpufft::SampleFormat format, std::span<const std::byte> iq) {
  switch (format) {
    case gpufft::SampleFormat::Cu8:
      return count<std::uint8_t>(iq, [](std::uint8_t v) { return v == 0 || v == UINT8_MAX; });
    case gpufft::SampleFormat::Cs8:
      return count<std::int8_t>(iq, [](std::int8_t v) { return v == INT8_MIN || v == INT8_MAX; });
    case gpufft::SampleFormat::Cs16:
      return count<std::int16_t>(iq, [](std::int16_t v) { return v == INT16_MIN || v == INT16_MAX; });
    case gpufft::SampleFormat::Cf32:
      return count<float>(iq, [](float v) { return !(std::fabs(v) < 1); });
  }
  return 0;
}

}  // namespace spectrumd
