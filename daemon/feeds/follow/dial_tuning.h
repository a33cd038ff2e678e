// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "daemon/config/if_tap.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// How the radio is tuned to show what a rig's dial is at. Without taps it moves to a dial that has left its band. With
// them it stays at the IF, and its conversion follows the dial; nullopt if no tap holds there.
std::optional<Tuning> tuning_at(Hertz dial, Tuning now, std::span<const IfTap> taps);

}  // namespace spectrumd
