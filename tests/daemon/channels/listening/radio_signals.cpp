// SPDX-License-Identifier: MIT
#include "tests/daemon/channels/listening/radio_signals.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace spectrumd::test {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

std::size_t samples_in(double seconds, double rate) { return static_cast<std::size_t>(std::llround(seconds * rate)); }

}  // namespace

Wave tone(double hertz, double amplitude) {
  return [=](double seconds) { return amplitude * std::cos(kTurn * hertz * seconds); };
}

Sound voice_like(double seconds, double rate, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> between(0, 1);
  Sound sound(samples_in(seconds, rate));
  for (double start = 0.05; start < seconds; start += 0.25 + 0.15 * between(generator)) {
    const double length = 0.12 + 0.1 * between(generator), loud = 0.3 + 0.7 * between(generator);
    const double pitch = 95 + 120 * between(generator), glide = 60 * (between(generator) - 0.5);
    const double formant = 400 + 500 * between(generator), second = 1100 + 1200 * between(generator);
    double phase = 0;
    for (std::size_t i = samples_in(start, rate); i < std::min(sound.size(), samples_in(start + length, rate)); ++i) {
      const double place = (static_cast<double>(i) / rate - start) / length;
      phase += kTurn * (pitch + glide * place) / rate;
      for (int harmonic = 3; harmonic * pitch < 2800; ++harmonic) {
        const double near = std::exp(-std::pow((harmonic * pitch - formant) / 200, 2)) +
                            0.5 * std::exp(-std::pow((harmonic * pitch - second) / 250, 2)) + 0.01;
        sound[i] += loud * near * std::pow(std::sin(std::numbers::pi * place), 2) * std::sin(harmonic * phase);
      }
    }
  }
  const double most = std::abs(*std::ranges::max_element(sound, {}, [](double value) { return std::abs(value); }));
  for (double& value : sound) value /= most;
  return sound;
}

Iq am_station(const Wave& wave, double seconds, double rate, double depth, double offset_hz) {
  Iq iq(samples_in(seconds, rate));
  for (std::size_t i = 0; i < iq.size(); ++i) {
    const double time = static_cast<double>(i) / rate;
    iq[i] = (1 + depth * wave(time)) * std::polar(1.0, kTurn * offset_hz * time + 1);
  }
  return iq;
}

Iq fm_station(const Wave& wave, double seconds, double rate, double deviation_hz) {
  Iq iq(samples_in(seconds, rate));
  double phase = 1;
  for (std::size_t i = 0; i < iq.size(); ++i) {
    iq[i] = std::polar(1.0, phase);
    phase += kTurn * deviation_hz * wave((static_cast<double>(i) + 0.5) / rate) / rate;
  }
  return iq;
}

Iq ssb_station(double tone_hz, double seconds, double rate) {
  Iq iq(samples_in(seconds, rate));
  for (std::size_t i = 0; i < iq.size(); ++i) iq[i] = std::polar(1.0, kTurn * tone_hz * static_cast<double>(i) / rate);
  return iq;
}

Wave stereo(const Wave& left, const Wave& right, double pilot) {
  return [=](double time) {
    const double sum = (left(time) + right(time)) / 2, difference = (left(time) - right(time)) / 2;
    return (1 - pilot) * (sum + difference * std::sin(kTurn * 38'000 * time)) + pilot * std::sin(kTurn * 19'000 * time);
  };
}

void add_noise(Iq& iq, double power, double width_hz, double rate, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(0, std::sqrt(power * rate / width_hz / 2));
  for (auto& sample : iq) sample += std::complex<double>(normal(generator), normal(generator));
}

std::vector<std::complex<float>> as_float(const Iq& iq, double amplitude) {
  std::vector<std::complex<float>> made;
  for (const auto& sample : iq) made.emplace_back(std::complex<float>(amplitude * sample));
  return made;
}

std::vector<float> listen(Listener& listener, std::span<const std::complex<float>> iq, std::size_t piece) {
  std::vector<float> sound;
  for (; !iq.empty(); iq = iq.subspan(std::min(piece, iq.size())))
    listener.take(iq.first(std::min(piece, iq.size())), sound);
  return sound;
}

Sound side(std::span<const float> sound, std::size_t channels, std::size_t channel) {
  Sound made;
  for (std::size_t i = channel; i < sound.size(); i += channels) made.push_back(sound[i]);
  return made;
}

Sound part(std::span<const double> sound, double rate, double from, double to) {
  const std::size_t begin = samples_in(from, rate), end = std::min(sound.size(), samples_in(to, rate));
  return {sound.begin() + static_cast<std::ptrdiff_t>(begin), sound.begin() + static_cast<std::ptrdiff_t>(end)};
}

double Fit::sinad_db() const { return 10 * std::log10(tone / rest); }
double Fit::level_db() const { return 10 * std::log10(tone); }

// Over whole periods of a tone whose frequency is exact, a plain correlation is the least-squares fit.
Fit fit_tone(std::span<const double> sound, double rate, double hertz) {
  const auto periods = std::floor(static_cast<double>(sound.size()) * hertz / rate);
  sound = sound.first(samples_in(periods / hertz, rate));
  std::complex<double> sum = 0;
  double mean = 0, power = 0;
  const auto count = static_cast<double>(sound.size());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    sum += sound[i] * std::polar(1.0, -kTurn * hertz * static_cast<double>(i) / rate);
    mean += sound[i] / count;
    power += sound[i] * sound[i] / count;
  }
  const double tone_power = 2 * std::norm(sum / count);
  return {tone_power, std::max(power - tone_power - mean * mean, 1e-20)};
}

double rms(std::span<const double> sound) {
  double sum = 0;
  for (const double value : sound) sum += value * value;
  return std::sqrt(sum / static_cast<double>(sound.size()));
}

double decibels(double amplitude) { return 20 * std::log10(std::max(amplitude, 1e-12)); }

double sharpest_bend(std::span<const double> sound) {
  double most = 0;
  for (std::size_t i = 2; i < sound.size(); ++i)
    most = std::max(most, std::abs(sound[i] - 2 * sound[i - 1] + sound[i - 2]));
  return most;
}

}  // namespace spectrumd::test
