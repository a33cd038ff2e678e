// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "daemon/config/units.h"
#include "daemon/pipeline/signals/signal_class.h"

namespace spectrumd {

// One transmission, however many carriers and sidebands it has.
struct Signal {
  std::uint64_t id = 0;  // the same as long as the signal stays; never used again
  Hertz frequency;       // of the carrier; without one, the middle of its power
  Hertz from, to;        // of 99 % of the power
  Decibels level;        // of the strongest line, as a tone's
  Decibels snr;          // of that, over the noise of one bin
  Decibels power;        // of all of it while it is on
  SignalClass hint = SignalClass::Unknown;
  bool active = false;  // on in the last half second; otherwise in a pause
  Time since, last_active;

  Hertz width() const { return {to.value - from.value}; }
};

}  // namespace spectrumd
