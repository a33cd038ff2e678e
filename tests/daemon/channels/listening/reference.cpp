// SPDX-License-Identifier: MIT
#include "tests/daemon/channels/listening/reference.h"

#include <cmath>
#include <numbers>

namespace spectrumd::test {
namespace {

constexpr double kTurns = 2 * std::numbers::pi;

}  // namespace

// A sinc under Blackman's window.
Iq band_filter(const Iq& iq, double rate, double low_hz, double high_hz, std::size_t taps) {
  const double cutoff = (high_hz - low_hz) / 2 / rate, middle = (low_hz + high_hz) / 2 / rate;
  Iq response(taps);
  for (std::size_t i = 0; i < taps; ++i) {
    const double time = static_cast<double>(i) - static_cast<double>(taps / 2);
    const double place = kTurns * (static_cast<double>(i) + 0.5) / static_cast<double>(taps);
    const double window = 0.42 - 0.5 * std::cos(place) + 0.08 * std::cos(2 * place);
    const double sinc = time == 0 ? 2 * cutoff : std::sin(kTurns * cutoff * time) / (std::numbers::pi * time);
    response[i] = window * sinc * std::polar(1.0, kTurns * middle * time);
  }
  Iq out(iq.size());
  for (std::size_t n = 0; n + taps <= iq.size(); ++n) {
    double re = 0, im = 0;
    for (std::size_t i = 0; i < taps; ++i) {
      const auto x = iq[n + taps - 1 - i], h = response[i];
      re += x.real() * h.real() - x.imag() * h.imag();
      im += x.real() * h.imag() + x.imag() * h.real();
    }
    out[n + taps / 2] = {re, im};
  }
  return out;
}

Sound reference_am(const Iq& filtered) {
  Sound sound;
  for (const auto& sample : filtered) sound.push_back(std::abs(sample));
  return sound;
}

Sound reference_synchronous(const Iq& filtered, double carrier_hz, double rate) {
  Sound sound;
  for (std::size_t i = 0; i < filtered.size(); ++i)
    sound.push_back((filtered[i] * std::polar(1.0, -kTurns * carrier_hz * static_cast<double>(i) / rate - 1)).real());
  return sound;
}

Sound reference_side_band(const Iq& filtered, double shift_hz, double rate) {
  Sound sound;
  for (std::size_t i = 0; i < filtered.size(); ++i)
    sound.push_back((filtered[i] * std::polar(1.0, kTurns * shift_hz * static_cast<double>(i) / rate)).real());
  return sound;
}

// The de-emphasis is a resistor and a capacitor, by the trapezoidal rule.
Sound reference_fm(const Iq& filtered, double rate, double deemphasis_us, double low_hz, double high_hz,
                   std::size_t taps) {
  const double step = 1 / (1 + 2 * deemphasis_us * 1e-6 * rate);
  Iq turned(filtered.size());
  double charge = 0, before = 0;
  for (std::size_t i = 1; i < filtered.size(); ++i) {
    const double now = std::arg(filtered[i] * std::conj(filtered[i - 1]));
    charge += step * (now + before - 2 * charge);
    before = now;
    turned[i] = charge;
  }
  const Iq voice = band_filter(turned, rate, low_hz, high_hz, taps);
  Sound sound;
  for (const auto& value : voice) sound.push_back(2 * value.real());
  return sound;
}

}  // namespace spectrumd::test
