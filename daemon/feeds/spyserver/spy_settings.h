// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "daemon/config/units.h"
#include "daemon/feeds/spyserver/spy_protocol.h"
#include "gpufft/sample_format.h"

namespace spectrumd::spy {

// What a client has asked for.
struct ClientSettings {
  std::uint32_t mode = kIqMode;
  bool enabled = false;
  gpufft::SampleFormat iq_format = gpufft::SampleFormat::Cu8;
  std::optional<Hertz> iq_center;  // nullopt: that of the radio
  std::uint32_t iq_stage = 0;
  std::optional<std::uint32_t> digital_gain_db = 0;  // nullopt: as much as decimation permits
  std::optional<Hertz> fft_center;
  std::uint32_t fft_stage = 0;
  double db_offset = 0, db_range = 127;
  std::size_t pixels = 1000;

  // Without effect where the value is out of range. Of the tuner's gain nothing is kept.
  void set(Setting setting, std::uint32_t value, std::uint32_t most_stages);

  bool wants_iq() const { return enabled && (mode & kIqMode) != 0; }
  bool wants_fft() const { return enabled && (mode & kFftMode) != 0; }
  // That the samples of an integer format are amplified by: decimation lowers their noise below the steps of 8 bits.
  std::uint32_t gain_db() const;
};

}  // namespace spectrumd::spy
