// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/limiter.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

TEST(Limiter, DelaysWhatIsBelowTheFullScaleAndNothingElse) {
  Limiter limiter(24'000, 1);
  std::vector<float> sound(5000);
  for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = 0.9F * std::sin(0.01F * static_cast<float>(i));
  const std::vector<float> before = sound;
  limiter.apply(sound);
  for (std::size_t i = limiter.delay(); i < sound.size(); ++i) ASSERT_FLOAT_EQ(sound[i], before[i - limiter.delay()]);
}

TEST(Limiter, HoldsAnyPeakWithinTheFullScale) {
  for (const std::size_t channels : {1U, 2U}) {
    Limiter limiter(48'000, channels);
    std::mt19937 generator(1);
    std::exponential_distribution<float> loud(0.7F);
    std::vector<float> sound(100'000);
    for (float& value : sound) value = loud(generator) * (generator() % 2 == 0 ? 1.0F : -1.0F);
    limiter.apply(sound);
    for (const float value : sound) ASSERT_LE(std::abs(value), 0.9801F);
  }
}

TEST(Limiter, DoesNotBendALoudTone) {
  Limiter limiter(24'000, 1);
  std::vector<float> sound(24'000);
  for (std::size_t i = 0; i < sound.size(); ++i)
    sound[i] = 10 * static_cast<float>(std::sin(2 * M_PI * static_cast<double>(i) / 24));
  limiter.apply(sound);
  EXPECT_GT(fit_tone(part(side(sound, 1, 0), 24'000, 0.1, 1), 24'000, 1000).sinad_db(), 60);
}

}  // namespace
}  // namespace spectrumd::test
