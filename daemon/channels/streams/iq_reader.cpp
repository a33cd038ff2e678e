// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/iq_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

constexpr std::array<std::string_view, 4> kIqNames{"cs16", "cf32", "cs8", "cu8"};
constexpr std::array kIqFormats{SampleFormat::Cs16, SampleFormat::Cf32, SampleFormat::Cs8, SampleFormat::Cu8};
constexpr double kLongestSilence = 1;  // seconds in place of lost samples, at a time

template <class Number>
void append_bytes(Number number, std::string& out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

template <class Number>
void append_rounded(float value, float full, float zero, std::string& out) {
  constexpr float kLeast = std::numeric_limits<Number>::min(), kMost = std::numeric_limits<Number>::max();
  append_bytes(static_cast<Number>(std::lround(std::clamp(zero + full * value, kLeast, kMost))), out);
}

void append_number(SampleFormat format, float value, std::string& out) {
  switch (format) {
    case SampleFormat::Cs16:
      return append_rounded<std::int16_t>(value, 32767, 0, out);
    case SampleFormat::Cs8:
      return append_rounded<std::int8_t>(value, 127, 0, out);
    case SampleFormat::Cu8:
      return append_rounded<std::uint8_t>(value, 127.5F, 127.5F, out);
    case SampleFormat::Cf32:
      return append_bytes(value, out);
  }
}

void append_sample(SampleFormat format, std::complex<float> sample, std::string& out) {
  append_number(format, sample.real(), out);
  append_number(format, sample.imag(), out);
}

}  // namespace

void append_iq(SampleFormat format, std::span<const std::complex<float>> samples, std::string& out) {
  for (const auto& sample : samples) append_sample(format, sample, out);
}

IqReader::IqReader(SampleFormat format, double rate)
    : StreamReader(rate, waiting_bytes(rate * static_cast<double>(gpufft::bytes_per_sample(format)))),
      format_(format),
      most_silence_(static_cast<std::uint64_t>(kLongestSilence * rate)) {}

void IqReader::make_bytes(const ChannelBlock& block) {
  bytes_.clear();
  for (std::uint64_t i = 0; i < std::min(block.lost_before, most_silence_); ++i) append_sample(format_, {}, bytes_);
  append_iq(format_, block.samples, bytes_);
  put(bytes_);
}

std::span<const std::string_view> iq_format_names() { return kIqNames; }

std::optional<SampleFormat> iq_format_named(std::string_view name) {
  const auto found = std::ranges::find(kIqNames, name);
  if (found == kIqNames.end()) return std::nullopt;
  return kIqFormats[static_cast<std::size_t>(found - kIqNames.begin())];
}

}  // namespace spectrumd
