// SPDX-License-Identifier: MIT
#include "daemon/sources/conversion.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace spectrumd {
namespace {

// Every other number is a Q.
template <class Number, class Negate>
void negate_q(std::span<std::byte> samples, Negate negate) {
  for (std::size_t at = sizeof(Number); at + sizeof(Number) <= samples.size(); at += 2 * sizeof(Number)) {
    Number number;
    std::memcpy(&number, &samples[at], sizeof number);
    number = negate(number);
    std::memcpy(&samples[at], &number, sizeof number);
  }
}

// The lowest number has no counterpart.
template <class Number>
Number negated(Number number) {
  using Limits = std::numeric_limits<Number>;
  return number == Limits::min() ? Limits::max() : static_cast<Number>(-number);
}

}  // namespace

Hertz at_device(Hertz antenna, const Conversion& conversion) {
  return {conversion.offset.value + (conversion.invert ? -antenna.value : antenna.value)};
}

Hertz at_antenna(Hertz device, const Conversion& conversion) {
  const double shifted = device.value - conversion.offset.value;
  return {conversion.invert ? -shifted : shifted};
}

Span at_antenna(const Span& device, const Conversion& conversion) {
  const Span span{at_antenna(device.from, conversion), at_antenna(device.to, conversion)};
  return conversion.invert ? Span{span.to, span.from} : span;
}

Tuning at_device(Tuning tuning) {
  const Conversion& conversion = tuning.conversion;
  tuning.center = at_device(tuning.center, conversion);
  if (!tuning.span) return tuning;
  const Span span{at_device(tuning.span->from, conversion), at_device(tuning.span->to, conversion)};
  tuning.span = conversion.invert ? Span{span.to, span.from} : span;
  return tuning;
}

void conjugate(std::span<std::byte> samples, gpufft::SampleFormat format) {
  switch (format) {
    case gpufft::SampleFormat::Cu8:  // its zero is 127.5
      return negate_q<std::uint8_t>(samples, [](std::uint8_t q) { return static_cast<std::uint8_t>(255 - q); });
    case gpufft::SampleFormat::Cs8:
      return negate_q<std::int8_t>(samples, negated<std::int8_t>);
    case gpufft::SampleFormat::Cs16:
      return negate_q<std::int16_t>(samples, negated<std::int16_t>);
    case gpufft::SampleFormat::Cf32:
      return negate_q<float>(samples, [](float q) { return -q; });
  }
}

}  // namespace spectrumd
