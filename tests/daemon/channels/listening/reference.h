// SPDX-License-Identifier: MIT
#pragma once

#include "tests/daemon/channels/listening/radio_signals.h"

// Demodulators as textbooks have them, in double, with long filters and without regard to what they cost.
namespace spectrumd::test {

Iq band_filter(const Iq& iq, double rate, double low_hz, double high_hz, std::size_t taps);

Sound reference_am(const Iq& filtered);
Sound reference_synchronous(const Iq& filtered, double carrier_hz, double rate);  // the carrier's phase is known
Sound reference_side_band(const Iq& filtered, double shift_hz, double rate);
Sound reference_fm(const Iq& filtered, double rate, double deemphasis_us, double low_hz, double high_hz,
                   std::size_t taps);

}  // namespace spectrumd::test
