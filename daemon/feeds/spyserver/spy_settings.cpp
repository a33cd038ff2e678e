// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_settings.h"

#include <cmath>

namespace spectrumd::spy {
namespace {

constexpr std::uint32_t kU8 = 1, kS16 = 2, kS24 = 3, kFloat = 4;
constexpr std::uint32_t kMostGainDb = 100;
constexpr double kDbOfStage = 3.01;  // halving the rate halves the noise

bool within(std::uint32_t value, std::uint32_t least, std::uint32_t most) { return value >= least && value <= most; }

// No client reads 24 bits.
std::optional<gpufft::SampleFormat> format_of(std::uint32_t value) {
  if (value == kU8) return gpufft::SampleFormat::Cu8;
  if (value == kS16 || value == kS24) return gpufft::SampleFormat::Cs16;
  return value == kFloat ? std::optional(gpufft::SampleFormat::Cf32) : std::nullopt;
}

}  // namespace

void ClientSettings::set(Setting setting, std::uint32_t value, std::uint32_t most_stages) {
  switch (setting) {
    case Setting::StreamingMode:
      mode = value;
      break;
    case Setting::StreamingEnabled:
      enabled = value != 0;
      break;
    case Setting::IqFormat:
      iq_format = format_of(value).value_or(iq_format);
      break;
    case Setting::IqFrequency:
      iq_center = Hertz{static_cast<double>(value)};
      break;
    case Setting::IqDecimation:
      if (value <= most_stages) iq_stage = value;
      break;
    case Setting::IqDigitalGain:
      if (value == kAutomaticGain) digital_gain_db.reset();
      if (value <= kMostGainDb) digital_gain_db = value;
      break;
    case Setting::FftFrequency:
      fft_center = Hertz{static_cast<double>(value)};
      break;
    case Setting::FftDecimation:
      if (value <= most_stages) fft_stage = value;
      break;
    case Setting::FftDbOffset:
      if (within(value, 0, 100)) db_offset = value;
      break;
    case Setting::FftDbRange:
      if (within(value, 10, 150)) db_range = value;
      break;
    case Setting::FftDisplayPixels:
      if (within(value, 100, 32768)) pixels = value;
      break;
    case Setting::Gain:
    case Setting::FftFormat:  // bytes, whatever is asked: the other format is not published
      break;
  }
}

std::uint32_t ClientSettings::gain_db() const {
  if (iq_format == gpufft::SampleFormat::Cf32) return 0;
  return digital_gain_db.value_or(static_cast<std::uint32_t>(std::floor(kDbOfStage * iq_stage)));
}

}  // namespace spectrumd::spy
