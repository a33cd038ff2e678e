// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "daemon/config/if_tap.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// How much higher than its IF a rig has what its dial shows, in this mode: `cw` in CW, lower by it in CW reverse. Many
// rigs show the carrier of a station, and put it where its pitch is in the sound.
Hertz pitch_of(std::string_view mode, Hertz cw);

// How the radio is tuned to show what a rig's dial is at. Without taps it moves to a dial that has left its band. With
// them it stays at the IF, and its conversion follows the dial, which is `pitch` above the center; nullopt if no tap
// holds there.
std::optional<Tuning> tuning_at(Hertz dial, Tuning now, std::span<const IfTap> taps, Hertz pitch = {});

}  // namespace spectrumd
