// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "daemon/config/settings.h"

namespace spectrumd {

// What an RTL2832 with an R820T or R828D can do, known without asking it; librtlsdr does not refuse what is beyond.

void check_rtl_limits(const Tuning& wish, const RtlsdrSettings& settings);  // throws TuningRefused

// Whether a wish goes past the tuner, straight into the RTL2832: 0 no, 1 by the pin I, 2 by the pin Q.
int direct_sampling_for(const Tuning& wish, const RtlsdrSettings& settings);

Hertz lowest_center(Hertz bandwidth);  // of the tuner with its filter that wide

// Tenths of a decibel, out of the table of the tuner, which is sorted and not empty.
int nearest_gain(std::span<const int> table, Decibels wish);

}  // namespace spectrumd
