// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "daemon/channels/listening/listener.h"

// Synthetic stations as IQ at the rate of their channel, in double, and what is measured of sound.
namespace spectrumd::test {

inline constexpr double kRate = 24'000;  // of the sound and the channel of narrow modes

using Iq = std::vector<std::complex<double>>;
using Sound = std::vector<double>;
using Wave = std::function<double(double seconds)>;  // -1 to 1

Wave tone(double hertz, double amplitude = 1);
Sound voice_like(double seconds, double rate, unsigned seed);  // harmonics below 3 kHz in syllables, 1 at most

Iq am_station(const Wave& wave, double seconds, double rate, double depth = 0.8, double offset_hz = 0);
Iq fm_station(const Wave& wave, double seconds, double rate, double deviation_hz);
Iq ssb_station(double tone_hz, double seconds, double rate);  // a tone, negative in the lower side band
Wave stereo(const Wave& left, const Wave& right, double pilot = 0.09);

// White noise of a power, in `width_hz` of the channel.
void add_noise(Iq& iq, double power, double width_hz, double rate, unsigned seed);

std::vector<std::complex<float>> as_float(const Iq& iq, double amplitude = 0.1);

std::vector<float> listen(Listener& listener, std::span<const std::complex<float>> iq, std::size_t piece = 700);
Sound side(std::span<const float> sound, std::size_t channels, std::size_t channel);
Sound part(std::span<const double> sound, double rate, double from, double to);  // seconds

struct Fit {
  double tone, rest;  // powers
  double sinad_db() const;
  double level_db() const;  // rms of the tone
};
Fit fit_tone(std::span<const double> sound, double rate, double hertz);
double rms(std::span<const double> sound);
double decibels(double amplitude);

// The largest second difference, which a click makes large.
double sharpest_bend(std::span<const double> sound);

}  // namespace spectrumd::test
