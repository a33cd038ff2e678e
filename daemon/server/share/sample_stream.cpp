// SPDX-License-Identifier: MIT
#include "daemon/server/share/sample_stream.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "daemon/sources/conversion.h"

namespace spectrumd {
namespace {

template <class Number>
Number number_at(std::span<const std::byte> bytes, std::size_t i) {
  Number number;
  std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
  return number;
}

std::byte from_float(float value) {
  return static_cast<std::byte>(std::clamp(std::lround(127.5F + 127.5F * value), 0L, 255L));
}

template <class Number, class Convert>
std::vector<std::byte> converted(std::span<const std::byte> samples, Convert convert) {
  std::vector<std::byte> bytes(samples.size() / sizeof(Number));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = convert(number_at<Number>(samples, i));
  return bytes;
}

}  // namespace

std::vector<std::byte> as_cu8(std::span<const std::byte> samples, gpufft::SampleFormat format) {
  switch (format) {
    case gpufft::SampleFormat::Cs8:
      return converted<std::int8_t>(samples, [](std::int8_t value) { return static_cast<std::byte>(value + 128); });
    case gpufft::SampleFormat::Cs16:
      return converted<std::int16_t>(samples,
                                     [](std::int16_t value) { return static_cast<std::byte>((value >> 8) + 128); });
    case gpufft::SampleFormat::Cf32:
      return converted<float>(samples, from_float);
    case gpufft::SampleFormat::Cu8:
      break;
  }
  return {samples.begin(), samples.end()};
}

void SampleStream::take(const IqBlock& block) {
  if (!wanted) return;
  auto bytes = as_cu8(block.bytes, format_);
  if (block.tuned.conversion.invert) conjugate(bytes, gpufft::SampleFormat::Cu8);  // again: back to the device's
  queue.push(std::move(bytes));
}

}  // namespace spectrumd
