// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/squelch.h"

namespace spectrumd {
namespace {

constexpr double kHysteresis = 3;       // dB
constexpr std::size_t kHangBlocks = 5;  // of 20 ms

bool reaches(std::optional<double> threshold, std::optional<double> value, double lower) {
  return !threshold || (value && *value >= *threshold - lower);
}

}  // namespace

void Squelch::set(std::optional<double> level_db, std::optional<double> carrier_to_noise_db) {
  level_db_ = level_db;
  carrier_to_noise_db_ = carrier_to_noise_db;
}

bool Squelch::update(double level_db, std::optional<double> carrier_to_noise_db) {
  const double lower = open_ ? kHysteresis : 0;
  if (reaches(level_db_, level_db, lower) && reaches(carrier_to_noise_db_, carrier_to_noise_db, lower)) {
    open_ = true;
    blocks_without_ = 0;
  } else if (++blocks_without_ >= kHangBlocks) {
    open_ = false;
  }
  return open_;
}

}  // namespace spectrumd
