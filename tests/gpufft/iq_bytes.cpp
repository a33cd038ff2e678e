// SPDX-License-Identifier: MIT
#include "tests/gpufft/iq_bytes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using gpufft::SampleFormat;

template <typename Raw>
void append(std::vector<std::byte>& bytes, double counts) {
  Raw raw = static_cast<Raw>(counts);
  if constexpr (std::numeric_limits<Raw>::is_integer) {
    const double least = std::numeric_limits<Raw>::min(), most = std::numeric_limits<Raw>::max();
    raw = static_cast<Raw>(std::clamp(std::nearbyint(counts), least, most));
  }
  const auto* const first = reinterpret_cast<const std::byte*>(&raw);
  bytes.insert(bytes.end(), first, first + sizeof raw);
}

void append(std::vector<std::byte>& bytes, SampleFormat format, double level) {
  switch (format) {
    case SampleFormat::Cu8:
      return append<std::uint8_t>(bytes, 127.5 + 127.5 * level);
    case SampleFormat::Cs8:
      return append<std::int8_t>(bytes, 128 * level);
    case SampleFormat::Cs16:
      return append<std::int16_t>(bytes, 32768 * level);
    case SampleFormat::Cf32:
      return append<float>(bytes, level);
  }
}

template <typename Raw>
double counts_at(const std::vector<std::byte>& iq, std::size_t index) {
  Raw raw;
  std::memcpy(&raw, iq.data() + index * sizeof raw, sizeof raw);
  return static_cast<double>(raw);
}

double level_at(SampleFormat format, const std::vector<std::byte>& iq, std::size_t index) {
  switch (format) {
    case SampleFormat::Cu8:
      return (counts_at<std::uint8_t>(iq, index) - 127.5) / 127.5;
    case SampleFormat::Cs8:
      return counts_at<std::int8_t>(iq, index) / 128;
    case SampleFormat::Cs16:
      return counts_at<std::int16_t>(iq, index) / 32768;
    case SampleFormat::Cf32:
      break;
  }
  return counts_at<float>(iq, index);
}

}  // namespace

std::string_view format_name(SampleFormat format) {
  constexpr std::array<std::string_view, 4> kNames{"cu8", "cs8", "cs16", "cf32"};
  return kNames[static_cast<std::size_t>(format)];
}

double largest_amplitude(SampleFormat format) {
  constexpr std::array kAmplitudes{1.0, 127.0 / 128, 32767.0 / 32768, 1.0};
  return kAmplitudes[static_cast<std::size_t>(format)];
}

std::vector<std::byte> encode(SampleFormat format, const oracle::Points& points) {
  std::vector<std::byte> bytes;
  for (const auto point : points) {
    append(bytes, format, point.real());
    append(bytes, format, point.imag());
  }
  return bytes;
}

oracle::Points decode(SampleFormat format, const std::vector<std::byte>& iq) {
  oracle::Points points(iq.size() / gpufft::bytes_per_sample(format));
  for (std::size_t n = 0; n < points.size(); ++n) {
    points[n] = {level_at(format, iq, 2 * n), level_at(format, iq, 2 * n + 1)};
  }
  return points;
}
