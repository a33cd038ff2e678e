// SPDX-License-Identifier: MIT
#include "tests/daemon/channels/listening/reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace spectrumd::test {
namespace {

constexpr double kTurns = 2 * std::numbers::pi;

// Several points at once, each of which would wait for its last sum: the real and imaginary parts apart, as vectors.
Iq convolved(const Iq& iq, const Iq& response) {
  constexpr std::size_t kTogether = 8;
  const std::size_t taps = response.size();
  Iq out(iq.size());
  std::vector<double> real(iq.size() + kTogether), imaginary(iq.size() + kTogether);
  std::ranges::transform(iq, real.begin(), [](const auto& point) { return point.real(); });
  std::ranges::transform(iq, imaginary.begin(), [](const auto& point) { return point.imag(); });
  for (std::size_t n = 0; n + taps <= iq.size(); n += kTogether) {
    std::array<double, kTogether> re{}, im{};
    for (std::size_t i = 0; i < taps; ++i) {
      const double* const x = &real[n + taps - 1 - i];
      const double* const y = &imaginary[n + taps - 1 - i];
      const double a = response[i].real(), b = response[i].imag();
      for (std::size_t k = 0; k < kTogether; ++k) {
        re[k] += x[k] * a - y[k] * b;
        im[k] += x[k] * b + y[k] * a;
      }
    }
    for (std::size_t k = 0; k < kTogether && n + k + taps <= iq.size(); ++k) out[n + k + taps / 2] = {re[k], im[k]};
  }
  return out;
}

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
  return convolved(iq, response);
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
