// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "daemon/config/settings.h"

namespace spectrumd {

// Limits of an RTL2832 with an R820T or R828D; librtlsdr does not refuse what is beyond them.

// `converts`: the stick has an upconverter for what is below the tuner, see converts_short_waves().

void check_rtl_rate_and_gain(const Tuning& tuning);  // throws TuningRefused
void check_rtl_limits(const Tuning& tuning, const RtlsdrSettings& settings, bool converts = false);  // likewise

// Returns how a tuning bypasses the tuner: 0 not at all, 1 by pin I of the RTL2832, 2 by pin Q.
int direct_sampling_for(const Tuning& tuning, const RtlsdrSettings& settings, bool converts = false);

// Centers that tunings of this rate can have.
Span rtl_reach(const Tuning& tuning, const RtlsdrSettings& settings, bool converts = false);

// Whether the tuner receives this with an upconverter only, and is not bypassed in any case.
bool needs_upconverter(const Tuning& tuning, const RtlsdrSettings& settings);

Hertz lowest_center(Hertz bandwidth);  // of the tuner, with a filter of that width

// Returns the nearest gain in tenths of a decibel from the table of the tuner, which must be sorted and not empty.
int nearest_gain(std::span<const int> table, Decibels wanted);

// The table of an R820T or R828D, in tenths of a decibel, as librtlsdr has it.
std::span<const int> rafael_gains();

std::vector<Decibels> in_decibels(std::span<const int> tenths);

}  // namespace spectrumd
