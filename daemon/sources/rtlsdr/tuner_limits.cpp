// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/tuner_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

constexpr Hertz kHighestOfR82xx{1766e6};           // half of the oscillator's 3.54 GHz, less the intermediate frequency
constexpr double kLowestOscillator = 1.77e9 / 64;  // the last of the dividers; librtlsdr takes a wrong one below it
constexpr Hertz kHighestDirect{28.8e6};
constexpr std::array<int, 29> kRafaelGains{0,   9,   14,  27,  37,  77,  87,  125, 144, 157, 166, 197, 207, 229, 254,
                                           280, 297, 328, 338, 364, 372, 386, 402, 421, 434, 439, 445, 480, 496};
constexpr Decibels kLeastGain{-10}, kMostGain{50};

bool is_rate(Hertz rate) {
  return (rate.value > 225e3 && rate.value <= 300e3) || (rate.value > 900e3 && rate.value <= 3.2e6);
}

// The driver of the tuner moves the intermediate frequency to where the filters leave the wanted band free.
double intermediate_frequency(double bandwidth) {
  constexpr std::array<double, 10> kLowPass{1.7e6, 1.6e6, 1.55e6, 1.45e6, 1.2e6, 0.9e6, 0.7e6, 0.55e6, 0.45e6, 0.35e6};
  constexpr double kHighPass1 = 350e3, kHighPass2 = 380e3;
  if (bandwidth > 6e6) return 4.57e6;
  if (bandwidth > kLowPass[0] + kHighPass1 + kHighPass2) return 3.57e6;
  double frequency = 2.3e6;
  double width = 0;
  for (const auto& [filter, least] :
       {std::pair{kHighPass2, kLowPass[0] + kHighPass1}, std::pair{kHighPass1, kLowPass[0]}}) {
    if (bandwidth <= least) continue;
    bandwidth -= filter;
    frequency += filter;
    width += filter;
  }
  const auto narrower = std::ranges::find_if(kLowPass, [bandwidth](double low_pass) { return bandwidth > low_pass; });
  width += *std::prev(narrower);  // never the first: the bandwidth is at most that by now
  return frequency - width / 2;
}

Hertz filter_of(const Tuning& tuning, const RtlsdrSettings& settings) {
  return settings.bandwidth.value > 0 ? settings.bandwidth : tuning.rate;
}

Hertz lowest_center(const Tuning& tuning, const RtlsdrSettings& settings, bool converts) {
  return converts ? Hertz{0} : lowest_center(filter_of(tuning, settings));
}

void check_center(const Tuning& tuning, const RtlsdrSettings& settings, bool converts) {
  if (direct_sampling_for(tuning, settings, converts) > 0) {
    if (tuning.center <= kHighestDirect) return;
    throw TuningRefused("center",
                        fmt::format("direct sampling reaches up to {}Hz", format_number(kHighestDirect.value)));
  }
  const Hertz lowest = lowest_center(tuning, settings, converts);
  if (tuning.center >= lowest && tuning.center <= kHighestOfR82xx) return;
  const char* const way_out =
      tuning.center < lowest ? "; with an antenna at the pins of the chip, use rtlsdr.direct_sampling" : "";
  throw TuningRefused(
      "center", fmt::format("at this rate the tuner reaches from {}Hz to {}Hz{}",
                            format_number(std::ceil(lowest.value)), format_number(kHighestOfR82xx.value), way_out));
}

}  // namespace

Hertz lowest_center(Hertz bandwidth) { return {kLowestOscillator - intermediate_frequency(bandwidth.value)}; }

Span rtl_reach(const Tuning& tuning, const RtlsdrSettings& settings, bool converts) {
  if (settings.direct_sampling == "off") return {lowest_center(tuning, settings, converts), kHighestOfR82xx};
  return {{0}, settings.direct_sampling == "auto" ? kHighestOfR82xx : kHighestDirect};
}

bool needs_upconverter(const Tuning& tuning, const RtlsdrSettings& settings) {
  const bool is_bypassed = settings.direct_sampling == "i" || settings.direct_sampling == "q";
  const Hertz lowest = tuning.span ? tuning.span->from : tuning.center;
  return !is_bypassed && lowest < lowest_center(filter_of(tuning, settings));
}

int direct_sampling_for(const Tuning& tuning, const RtlsdrSettings& settings, bool converts) {
  if (settings.direct_sampling == "auto") return tuning.center < lowest_center(tuning, settings, converts) ? 2 : 0;
  if (settings.direct_sampling == "off") return 0;
  return settings.direct_sampling == "i" ? 1 : 2;
}

void check_rtl_rate_and_gain(const Tuning& tuning) {
  if (!is_rate(tuning.rate))
    throw TuningRefused("rate", "RTL-SDRs sample at 225001 to 300000 and at 900001 to 3200000 a second");
  if (tuning.gain && (*tuning.gain < kLeastGain || *tuning.gain > kMostGain))
    throw TuningRefused("gain", fmt::format("RTL-SDRs have {} to {} dB", format_number(kLeastGain.value),
                                            format_number(kMostGain.value)));
}

void check_rtl_limits(const Tuning& tuning, const RtlsdrSettings& settings, bool converts) {
  check_rtl_rate_and_gain(tuning);
  check_center(tuning, settings, converts);
}

int nearest_gain(std::span<const int> table, Decibels wanted) {
  const auto distance = [wanted](int gain) { return std::abs(gain - 10 * wanted.value); };
  return *std::ranges::min_element(table, {}, distance);
}

std::span<const int> rafael_gains() { return kRafaelGains; }

std::vector<Decibels> in_decibels(std::span<const int> tenths) {
  std::vector<Decibels> gains;
  for (const int gain : tenths) gains.push_back({gain / 10.0});
  return gains;
}

}  // namespace spectrumd
