// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/iq_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "gpufft/samples/samples.h"

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

// By the scale that readers of the format use, so that levels stay what they are.
template <class Number>
void append_rounded(gpufft::Scale scale, std::span<const std::complex<float>> samples, std::string& out) {
  constexpr double kLeast = std::numeric_limits<Number>::min(), kMost = std::numeric_limits<Number>::max();
  for (const auto& sample : samples)
    for (const float part : {sample.real(), sample.imag()})
      append_bytes(static_cast<Number>(std::lround(std::clamp(scale.zero + scale.full * part, kLeast, kMost))), out);
}

}  // namespace

void append_iq(SampleFormat format, std::span<const std::complex<float>> samples, std::string& out) {
  const gpufft::Scale scale = gpufft::scale_of(format);
  switch (format) {
    case SampleFormat::Cs16:
      return append_rounded<std::int16_t>(scale, samples, out);
    case SampleFormat::Cs8:
      return append_rounded<std::int8_t>(scale, samples, out);
    case SampleFormat::Cu8:
      return append_rounded<std::uint8_t>(scale, samples, out);
    case SampleFormat::Cf32:
      for (const auto& sample : samples) append_bytes(sample, out);
  }
}

IqReader::IqReader(SampleFormat format, double rate)
    : StreamReader(rate, waiting_bytes(rate * static_cast<double>(gpufft::bytes_per_sample(format)))),
      format_(format),
      most_silence_(static_cast<std::uint64_t>(kLongestSilence * rate)) {}

void IqReader::make_bytes(const ChannelBlock& block) {
  bytes_.clear();
  std::string silence;
  if (block.lost_before > 0) append_iq(format_, std::array<std::complex<float>, 1>{}, silence);
  for (std::uint64_t i = 0; i < std::min(block.lost_before, most_silence_); ++i) bytes_ += silence;
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
