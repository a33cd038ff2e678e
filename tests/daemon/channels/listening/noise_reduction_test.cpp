// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/noise_reduction.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

constexpr double kNoiseSeconds = 8;

struct Mixture {
  Sound voice, noise;

  std::vector<float> sum() const {
    std::vector<float> both;
    for (std::size_t i = 0; i < voice.size(); ++i) both.push_back(static_cast<float>(voice[i] + noise[i]));
    return both;
  }
};

Mixture mixture(double snr_db) {
  Mixture mixture{voice_like(kNoiseSeconds, kRate, 9), {}};
  std::mt19937 generator(4);
  std::normal_distribution<double> normal(0, rms(mixture.voice) * std::pow(10, -snr_db / 20));
  for (std::size_t i = 0; i < mixture.voice.size(); ++i) mixture.noise.push_back(normal(generator));
  return mixture;
}

// What is not voice, after the delay.
Sound rest_of(const std::vector<float>& heard, const Sound& voice, std::size_t delay) {
  Sound rest;
  for (std::size_t i = delay; i < heard.size(); ++i) rest.push_back(heard[i] - voice[i - delay]);
  return rest;
}

TEST(NoiseReduction, ImprovesVoiceInWhiteNoiseBy6Decibels) {
  for (const double snr_db : {0.0, 5.0, 10.0}) {
    const Mixture both = mixture(snr_db);
    NoiseReduction reduction(kRate);
    reduction.set(20);
    std::vector<float> heard = both.sum();
    reduction.apply(heard);
    const Sound rest = part(rest_of(heard, both.voice, reduction.delay()), kRate, 2, kNoiseSeconds);
    const double after = decibels(rms(part(both.voice, kRate, 2, kNoiseSeconds))) - decibels(rms(rest));
    EXPECT_GT(after, snr_db + 6) << snr_db;
  }
}

// Noise alone is lowered as much as was asked for, and evenly: no bin rings far above the others.
TEST(NoiseReduction, LowersNoiseEvenly) {
  Mixture both = mixture(0);
  NoiseReduction reduction(kRate);
  reduction.set(15);
  std::vector<float> heard(both.noise.begin(), both.noise.end());
  reduction.apply(heard);
  const Sound sound = part(side(heard, 1, 0), kRate, 2, kNoiseSeconds),
              before = part(both.noise, kRate, 2, kNoiseSeconds);
  EXPECT_NEAR(decibels(rms(sound)) - decibels(rms(before)), -15, 2.5);
  const double size = rms(sound);
  double fourth = 0;  // kurtosis, 3 for noise; musical noise has far more
  for (const double value : sound) fourth += std::pow(value / size, 4) / static_cast<double>(sound.size());
  EXPECT_LT(fourth, 4.5);
}

TEST(NoiseReduction, IsADelayWhileItIsOffAndChangesWithoutAClick) {
  NoiseReduction reduction(kRate);
  std::vector<float> sound(24'000);
  for (std::size_t i = 0; i < sound.size(); ++i)
    sound[i] = static_cast<float>(std::sin(2 * M_PI * 500 * static_cast<double>(i) / kRate));
  const std::vector<float> before = sound;
  reduction.apply(sound);
  for (std::size_t i = reduction.delay(); i < sound.size(); ++i) ASSERT_EQ(sound[i], before[i - reduction.delay()]);
  const double steady = sharpest_bend(part(side(sound, 1, 0), kRate, 0.5, 1));
  for (const double most_db : {15.0, 0.0, 10.0}) {
    sound = before;
    reduction.set(most_db);
    reduction.apply(sound);
    EXPECT_LT(sharpest_bend(side(sound, 1, 0)), 1.2 * steady);
  }
}

}  // namespace
}  // namespace spectrumd::test
