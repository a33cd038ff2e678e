// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "daemon/config/units.h"

namespace spectrumd {

// A narrow piece of the band, at a low rate.
struct ChannelSettings {
  Hertz center;          // at the antenna
  double rate = 48e3;    // samples per second, to a thousandth
  double bandwidth = 0;  // Hz, flat to 0.1 dB; what is beyond the rate less half of it is 80 dB down

  friend bool operator==(const ChannelSettings&, const ChannelSettings&) = default;
};

constexpr double kLeastChannelRate = 200;  // samples per second

// Of a channel of which only the rate was given.
inline double usual_bandwidth(double rate) { return 0.8 * rate; }

// A channel that cannot be; `field` is the key at fault, if it is one.
struct ChannelRefused : std::runtime_error {
  ChannelRefused(std::string error_code, std::string field_name, const std::string& reason)
      : std::runtime_error(reason), code(std::move(error_code)), field(std::move(field_name)) {}
  std::string code, field;
};

}  // namespace spectrumd
