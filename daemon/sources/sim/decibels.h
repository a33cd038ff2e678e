// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "daemon/config/units.h"

namespace spectrumd::sim {

inline double amplitude_of(Decibels level) { return std::pow(10, level.value / 20); }
inline Decibels decibels_of(double amplitude) { return {20 * std::log10(amplitude)}; }

}  // namespace spectrumd::sim
