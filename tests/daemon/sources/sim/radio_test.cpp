// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/radio.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/sources/sim/listen.h"

namespace spectrumd::sim {
namespace {

constexpr std::size_t kLong = std::size_t{1} << 18;

Scene carriers(std::vector<Carrier> list) {
  Scene scene{.noise = kDither};
  for (const Carrier& carrier : list) scene.signals.emplace_back(carrier);
  return scene;
}

TEST(Radio, GivesEveryCarrierItsLevel) {
  const Scene scene = carriers({{{100.3e6}, {-8}}, {{99.5e6}, {-20}}, {{100.0123e6}, {-35}}, {{98.9e6}, {-45}}});
  const Samples samples = listen(scene, kLong);
  for (const SteadyTone& tone : steady_tones(scene))
    EXPECT_NEAR(level_at(samples, tone.frequency.value - kCenter), tone.level.value, 0.1) << tone.frequency.value;
}

TEST(Radio, PutsAToneOfFullScaleAtZeroDbfs) {
  const Samples samples = listen(Scene{.signals = {Carrier{{100.3e6 + 123}, {0}}}}, 1 << 16);
  EXPECT_NEAR(level_at(samples, 300e3 + 123), 0, 0.01);
}

// Nothing but rounding may be left when the tone is taken away: no step between chunks, no drift.
TEST(Radio, MakesACleanTone) {
  const double hertz = 123456.789;
  const Samples samples = listen(Scene{.signals = {Carrier{{kCenter + hertz}, {-1}}}}, 1 << 16);
  const double amplitude = std::pow(10, -1 / 20.0);
  Samples rest = samples;
  for (std::size_t n = 0; n < rest.size(); ++n)
    rest[n] -= std::polar(amplitude, 2 * std::numbers::pi * hertz / kRate * static_cast<double>(n));
  const double rounding = 2 / 12.0 / (127.5 * 127.5);
  EXPECT_NEAR(power(rest) / rounding, 1, 0.05);
}

TEST(Radio, HasTheNoiseDensityThatTheSceneStates) {
  const Scene scene{.noise = kDither};
  for (const double gain : {28.0, 40.0, 50.0}) {
    const double density = power(listen(scene, kLong, {.gain = gain})) / kRate;
    EXPECT_NEAR(10 * std::log10(density), noise_density(scene, {kRate}, {gain}).value, 0.1) << gain;
  }
  // The scene's own share is what was asked for.
  EXPECT_NEAR(noise_density(scene, {kRate}, {50}).value, kDither.value + 22, 0.01);
}

TEST(Radio, HasTheSameNoiseDensityAtEveryRate) {
  const Scene scene{.noise = Decibels{-95}};
  for (const double rate : {250e3, 1.024e6, 3.2e6}) {
    const double density = power(listen(scene, kLong, {.rate = rate})) / rate;
    EXPECT_NEAR(10 * std::log10(density), noise_density(scene, {rate}, kReferenceGain).value, 0.1) << rate;
  }
}

TEST(Radio, HasWhiteNoise) {
  const Samples samples = listen(Scene{.noise = Decibels{-95}}, kLong);
  const double most = 5 / std::sqrt(static_cast<double>(samples.size()));
  for (const std::size_t lag : {1, 2, 3, 5, 8, 13, 32, 63, 64, 65, 128, 4096}) {
    std::complex<double> sum = 0;
    for (std::size_t n = lag; n < samples.size(); ++n) sum += samples[n] * std::conj(samples[n - lag]);
    EXPECT_LT(std::abs(sum) / static_cast<double>(samples.size()) / power(samples), most) << lag;
  }
}

TEST(Radio, HasGaussianNoise) {
  const Samples samples = listen(Scene{.noise = Decibels{-75}}, kLong);
  const double sigma = std::sqrt(std::pow(10, -75 / 10.0) * kRate / 2) * 127.5;
  // Between whole counts there is no code, so that rounding does not blur the border.
  for (const int counts : {12, 25, 37, 60}) {
    const auto is_beyond = [counts](const auto& x) { return std::abs(x.real()) * 127.5 > counts; };
    const auto share = static_cast<double>(std::ranges::count_if(samples, is_beyond)) / kLong;
    EXPECT_NEAR(share / std::erfc(counts / sigma / std::numbers::sqrt2), 1, 0.05) << counts;
  }
}

TEST(Radio, MovesSignalsAndNoiseWithTheGainButNotTheSpike) {
  Scene scene = carriers({{{100.3e6}, {-30}}});
  scene.dc = Decibels{-25};
  scene.noise = Decibels{-95};  // still enough at the least gain
  for (const double gain : {18.0, 28.0, 38.0}) {
    const Samples samples = listen(scene, kLong, {.gain = gain});
    EXPECT_NEAR(level_at(samples, 300e3), -30 + gain - 28, 0.1) << gain;
    EXPECT_NEAR(level_at(samples, 0), -25, 0.1) << gain;
  }
}

TEST(Radio, ShowsASignalWhereTheTuningPutsIt) {
  const Scene scene = carriers({{{100.3e6}, {-20}}});
  EXPECT_NEAR(level_at(listen(scene, kLong, {.center = 101e6}), -700e3), -20, 0.1);
  EXPECT_NEAR(level_at(listen(scene, kLong, {.rate = 1e6}), 300e3, 1e6), -20, 0.1);
}

TEST(Radio, MovesEverythingUpWithAPositivePpm) {
  const Samples samples = listen(carriers({{{100.3e6}, {-20}}}), kLong, {.ppm = 50});
  EXPECT_NEAR(level_at(samples, 300e3 + 5000), -20, 0.1);
  EXPECT_LT(level_at(samples, 300e3), -80);
}

TEST(Radio, FollowsARetuneInMidStream) {
  Radio radio = tuned_radio(carriers({{{100.3e6}, {-20}}}));
  (void)receive(radio, 1 << 16);
  radio.tune({99.8e6}, {kRate}, kReferenceGain, 0);
  EXPECT_EQ(radio.next_sample(), 1U << 16);
  EXPECT_NEAR(level_at(to_numbers(receive(radio, kLong)), 500e3), -20, 0.1);
}

TEST(Radio, PassesItsBandAndNothingBeyond) {
  const Scene scene = carriers({{{kCenter + 0.975 * kRate / 2}, {-20}},
                                {{kCenter - 0.985 * kRate / 2}, {-20}},
                                {{kCenter + 2.4e6 + 1e5}, {-20}}});  // the last would fold to 100 kHz
  const Samples samples = listen(scene, kLong);
  EXPECT_NEAR(level_at(samples, 0.975 * kRate / 2), -20, 0.1);
  EXPECT_LT(level_at(samples, -0.985 * kRate / 2), -80);
  EXPECT_LT(level_at(samples, 1e5), -80);
}

TEST(Radio, ShowsTheImageThatAnImbalanceMakes) {
  for (const Imbalance& imbalance : {Imbalance{{1}, 0}, Imbalance{{0}, 4}, Imbalance{{-0.5}, -3}}) {
    Scene scene = carriers({{{100.3e6}, {-10}}});
    scene.imbalance = imbalance;
    const Samples samples = listen(scene, kLong);
    EXPECT_NEAR(level_at(samples, 300e3), -10, 0.02);
    EXPECT_NEAR(level_at(samples, -300e3), -10 + image_level(imbalance).value, 0.1);
  }
  // Against the textbook: tan(phase / 2) for a phase alone, (g - 1) / (g + 1) for a gain alone.
  EXPECT_NEAR(image_level({{0}, 4}).value, 20 * std::log10(std::tan(2 * std::numbers::pi / 180)), 1e-9);
  EXPECT_NEAR(image_level({{20 * std::log10(1.5)}, 0}).value, 20 * std::log10(0.5 / 2.5), 1e-9);
}

TEST(Radio, ClipsWhatIsTooStrong) {
  const Scene scene{.signals = {Carrier{{100.3001e6}, {20 * std::log10(2.0)}}}};
  Radio radio = tuned_radio(scene);
  const auto bytes = receive(radio, 1 << 16);
  const auto at_end =
      std::ranges::count_if(bytes, [](std::byte b) { return b == std::byte{0} || b == std::byte{255}; });
  // A cosine of amplitude 2 is beyond 1 for two thirds of the time.
  EXPECT_NEAR(static_cast<double>(at_end) / static_cast<double>(bytes.size()), 2.0 / 3, 0.01);
}

TEST(Radio, RepeatsItselfForASeed) {
  const Scene scene = default_scene();
  Radio first = tuned_radio(scene), again = tuned_radio(scene), other = tuned_radio(scene, {}, 2);
  const auto bytes = receive(first, 1 << 17);
  EXPECT_EQ(bytes, receive(again, 1 << 17));
  EXPECT_NE(bytes, receive(other, 1 << 17));
}

TEST(Radio, DoesNotDependOnHowItsSamplesAreAskedFor) {
  const Scene scene = default_scene();
  const auto hear = [&](std::size_t block) {
    Radio radio = tuned_radio(scene);
    std::vector<std::byte> all;
    for (std::size_t n = 0; n < (1 << 15); n += block) {
      if (n == 1 << 14) radio.tune({100.1e6}, {1e6}, {20}, 3);
      const auto bytes = receive(radio, block);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return all;
  };
  const auto whole = hear(1 << 14);
  EXPECT_EQ(whole, hear(64));
  EXPECT_EQ(whole, hear(2048));
}

TEST(Radio, KeepsTimeAcrossRates) {
  Radio radio = tuned_radio({}, {.rate = 1e6});
  (void)receive(radio, 64000);
  EXPECT_DOUBLE_EQ(radio.seconds(), 0.064);
  radio.tune({kCenter}, {2e6}, kReferenceGain, 0);
  (void)receive(radio, 64000);
  EXPECT_DOUBLE_EQ(radio.seconds(), 0.096);
  radio.skip(1000);
  EXPECT_DOUBLE_EQ(radio.seconds(), 0.128);
  EXPECT_EQ(radio.next_sample(), 192000U);
}

}  // namespace
}  // namespace spectrumd::sim
