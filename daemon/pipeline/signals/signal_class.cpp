// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/signal_class.h"

#include <array>
#include <cmath>

namespace spectrumd {

namespace {

constexpr double kAlwaysOn = 0.97;
constexpr double kSteadyPower = 1;  // dB, of what has a constant envelope
constexpr double kSteadyLine = 2;   // dB, of a carrier; frequency modulation moves power from it to the sides and back
constexpr double kLeastAmShare = 0.6;  // two thirds of the power are in the carrier at 100 % modulation
constexpr double kMostImbalance = 3;   // dB
constexpr double kWidestAm = 25e3;
constexpr double kNarrowestFm = 2e3;
constexpr double kFlat = 1.5;  // dB
constexpr double kLeastDigitalBins = 8;
constexpr double kLeastOverFloor = 15;  // dB: below, the shape is that of the noise

bool is_am(const SignalTraits& traits) {
  return traits.line_share >= kLeastAmShare && traits.line_range <= kSteadyLine && traits.width_hz <= kWidestAm &&
         std::fabs(traits.imbalance) <= kMostImbalance;
}

bool is_digital(const SignalTraits& traits) {
  return traits.bins >= kLeastDigitalBins && traits.ripple <= kFlat && traits.unsteadiness <= kSteadyPower;
}

bool is_fm(const SignalTraits& traits) {
  return traits.width_hz >= kNarrowestFm && traits.unsteadiness <= kSteadyPower && traits.line_range > kSteadyLine;
}

}  // namespace

std::string_view to_string(SignalClass hint) {
  static constexpr std::array<std::string_view, 6> kNames{"unknown", "carrier", "am", "fm", "digital", "pulsed"};
  return kNames[static_cast<std::size_t>(hint)];
}

SignalClass class_of(const SignalTraits& traits) {
  if (traits.level_over_floor < kLeastOverFloor) return SignalClass::Unknown;
  if (traits.duty < kAlwaysOn) return SignalClass::Pulsed;
  if (traits.bins <= traits.lobe_bins)
    return traits.line_range <= kSteadyLine ? SignalClass::Carrier : SignalClass::Unknown;
  if (is_am(traits)) return SignalClass::Am;
  if (is_digital(traits)) return SignalClass::Digital;
  return is_fm(traits) ? SignalClass::Fm : SignalClass::Unknown;
}

}  // namespace spectrumd
