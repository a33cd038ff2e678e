// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/transmitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "daemon/sources/sim/morse.h"
#include "tests/daemon/sources/sim/listen.h"

namespace spectrumd::sim {
namespace {

constexpr double kSlow = 250e3;  // samples a second; time goes by quickly

Samples listen_alone(const Signal& signal, double seconds, double rate = kSlow) {
  const auto chunks = static_cast<std::size_t>(seconds * rate) / kChunk;
  return listen(Scene{.signals = {signal}}, chunks * kChunk, {.rate = rate});
}

std::pair<double, double> range_of_envelope(const Samples& samples) {
  const auto [least, most] = std::ranges::minmax_element(samples, {}, [](const auto& x) { return std::norm(x); });
  return {std::abs(*least), std::abs(*most)};
}

// Frequencies over stretches of `length` samples.
std::vector<double> frequencies(const Samples& samples, std::size_t length, double rate) {
  std::vector<double> list;
  for (std::size_t n = 0; n + length < samples.size(); n += length)
    list.push_back(frequency_between(samples, n, n + length, rate));
  return list;
}

TEST(Am, HasItsCarrierAndSideTones) {
  const Scene scene{.noise = kDither, .signals = {Am{{100.3e6}, {-20}, 0.6, {5000}}}};
  const Samples samples = listen(scene, 1 << 18);
  const double side = -20 + 20 * std::log10(0.3);
  EXPECT_NEAR(level_at(samples, 300e3), -20, 0.1);
  EXPECT_NEAR(level_at(samples, 295e3), side, 0.1);
  EXPECT_NEAR(level_at(samples, 305e3), side, 0.1);
  EXPECT_EQ(steady_tones(scene).size(), 3U);
}

TEST(Am, SwingsByItsDepth) {
  const auto [least, most] = range_of_envelope(listen_alone(Am{{100.03e6}, {-10}, 0.8, {1000}}, 0.1));
  const double amplitude = std::pow(10, -10 / 20.0);
  EXPECT_NEAR(most, amplitude * 1.8, 0.01);
  EXPECT_NEAR(least, amplitude * 0.2, 0.01);
}

// A side tone that was out of the band for a while must come back in phase: else it were no AM any more.
TEST(Am, StaysAmAfterItsSideToneWasOutOfSight) {
  Radio radio = tuned_radio(Scene{.signals = {Am{{100e6}, {-10}, 0.8, {1000}}}}, {.rate = kSlow});
  radio.tune({100e6 - 0.98 * kSlow / 2 + 300}, {kSlow}, kReferenceGain, 0);
  (void)receive(radio, 64 * 777);
  radio.tune({100e6}, {kSlow}, kReferenceGain, 0);
  const auto [least, most] = range_of_envelope(to_numbers(receive(radio, 1 << 15)));
  EXPECT_NEAR(most / least, 1.8 / 0.2, 0.5);
}

TEST(Fm, HasTheLinesOfItsModulationIndex) {
  const double index = 2.404825557695773;  // the first zero of J0
  const Samples samples =
      listen(Scene{.noise = kDither, .signals = {Fm{{100.3e6}, {-10}, {index * 10e3}, {10e3}}}}, 1 << 18);
  EXPECT_LT(level_at(samples, 300e3), -60);
  EXPECT_NEAR(level_at(samples, 310e3), -10 + 20 * std::log10(std::cyl_bessel_j(1, index)), 0.1);
  EXPECT_NEAR(level_at(samples, 320e3), -10 + 20 * std::log10(std::cyl_bessel_j(2, index)), 0.1);
  EXPECT_NEAR(level_at(samples, 290e3), -10 + 20 * std::log10(std::cyl_bessel_j(1, index)), 0.1);
}

TEST(Fm, KeepsItsEnvelopeAndSwingsByItsDeviation) {
  const Samples samples = listen_alone(Fm{{100e6}, {-1}, {75e3}, {400}}, 0.05);
  const auto [least, most] = range_of_envelope(samples);
  EXPECT_NEAR(least, most, 0.015);
  const auto list = frequencies(samples, 8, kSlow);
  EXPECT_NEAR(*std::ranges::max_element(list), 75e3, 200);
  EXPECT_NEAR(*std::ranges::min_element(list), -75e3, 200);
}

TEST(Fm, SpeaksWithinItsDeviationAndPauses) {
  const Samples samples = listen_alone(Fm{{100e6}, {-1}, {50e3}, {300}, true}, 4);
  const auto list = frequencies(samples, 50, kSlow);
  const auto swing = [](double f) { return std::abs(f); };
  EXPECT_LT(swing(*std::ranges::max_element(list, {}, swing)), 50e3);
  EXPECT_GT(swing(*std::ranges::max_element(list, {}, swing)), 25e3);
  const auto quiet = std::ranges::count_if(list, [&](double f) { return swing(f) < 100; });
  EXPECT_GT(static_cast<double>(quiet) / static_cast<double>(list.size()), 0.1);
}

TEST(Fm, HasAPilotWhenItIsStereo) {
  // Silence but for the pilot is as good as a tone of 19 kHz with a tenth of the deviation, index 7500 / 19000; the
  // modulating tone is so slow that it stands still on one side during the measurement.
  const Samples samples = listen_alone(Fm{{100e6}, {-1}, {75e3}, {1}, false, true}, 0.02, 1e6);
  const double still = 0.9 * 75e3;
  const double index = 7500.0 / 19e3;
  const double carrier = level_at(samples, still - 50, 1e6);
  const double pilot = level_at(samples, still - 50 + 19e3, 1e6);
  EXPECT_NEAR(pilot - carrier, 20 * std::log10(std::cyl_bessel_j(1, index) / std::cyl_bessel_j(0, index)), 1);
}

TEST(Fm, IsLeftOutWhereItsSwingLeavesTheBand) {
  EXPECT_LT(power(listen_alone(Fm{{100.06e6}, {-1}, {75e3}, {400}}, 0.05)), 1e-4);
  EXPECT_GT(power(listen_alone(Fm{{100.04e6}, {-1}, {75e3}, {400}}, 0.05)), 0.7);
}

// Start and length of every stretch above half the amplitude, in dits. Rounding makes the envelope tremble a little.
std::vector<Morse::Mark> marks_in(const Samples& samples, double amplitude, double dit, double rate) {
  std::vector<Morse::Mark> marks;
  bool down = false;
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const double dits = static_cast<double>(n) / rate / dit;
    const bool now = std::abs(samples[n]) > amplitude / 2 + (down ? -0.01 : 0.01);
    if (now && !down) marks.push_back({dits, 0});
    if (!now && down) marks.back().length = dits - marks.back().start;
    down = now;
  }
  return marks;
}

TEST(Cw, KeysParisInFiftyDits) {
  const double dit = 0.06;  // 20 words a minute
  const Samples samples = listen_alone(Cw{{100.01e6}, {-6}, "paris", 20, 0}, 63 * dit);
  const auto marks = marks_in(samples, std::pow(10, -6 / 20.0), dit, kSlow);
  const std::vector<double> lengths{1, 3, 3, 1, 1, 3, 1, 3, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1};  // .--. .- .-. .. ... .--.
  const std::vector<double> starts{0, 2, 6, 10, 14, 16, 22, 24, 28, 32, 34, 38, 40, 42, 50, 52, 56, 60};
  ASSERT_EQ(marks.size(), lengths.size());
  const double edge = kEdge / 2 / dit;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    EXPECT_NEAR(marks[i].start, starts[i] + edge, 0.002) << i;
    EXPECT_NEAR(marks[i].length, lengths[i], 0.002) << i;
  }
}

TEST(Cw, HasItsLevelWithTheKeyDownAndSoftEdges) {
  const Samples samples = listen_alone(Cw{{100.01e6}, {-6}, "T", 10, 1}, 0.3);
  const double amplitude = std::pow(10, -6 / 20.0);
  const auto at = [&](double seconds) { return std::abs(samples[static_cast<std::size_t>(seconds * kSlow)]); };
  EXPECT_NEAR(at(0.2), amplitude, 0.01);
  EXPECT_NEAR(at(kEdge / 4), amplitude * (1 - std::numbers::sqrt2 / 2) / 2, 0.01);
  EXPECT_NEAR(at(kEdge / 2), amplitude / 2, 0.01);
}

TEST(Cw, RepeatsAfterItsPause) {
  const double dit = 0.012;  // 100 words a minute: E, seven dits of space, then the pause
  const auto marks = marks_in(listen_alone(Cw{{100.01e6}, {-6}, "E", 100, 0.05}, 0.5), 0.5, dit, kSlow);
  ASSERT_GE(marks.size(), 3U);
  EXPECT_NEAR(marks[1].start - marks[0].start, 8 + 0.05 / dit, 0.01);
  EXPECT_NEAR(marks[2].start - marks[1].start, 8 + 0.05 / dit, 0.01);
}

TEST(Ook, KeysItsPulsesAndRepeats) {
  const Samples samples = listen_alone(Ook{{100.01e6}, {-6}, {0.0005, 0.0015, 0.002}, 0.006}, 0.02, kSlow);
  const auto is_on = [&](double seconds) { return std::abs(samples[static_cast<std::size_t>(seconds * kSlow)]) > 0.4; };
  for (const double begin : {0.0, 0.01}) {
    EXPECT_TRUE(is_on(begin + 0.0001) && is_on(begin + 0.0004)) << begin;
    EXPECT_FALSE(is_on(begin + 0.0006) || is_on(begin + 0.0019)) << begin;
    EXPECT_TRUE(is_on(begin + 0.0021) && is_on(begin + 0.0039)) << begin;
    EXPECT_FALSE(is_on(begin + 0.0041) || is_on(begin + 0.0099)) << begin;
  }
}

TEST(Cw, KeepsItsTimingAtRatesOfFewSamples) {
  const double dit = 0.06, rate = 4000;  // a chunk is as long as sixteen milliseconds
  const auto marks = marks_in(listen_alone(Cw{{100e6}, {-6}, "PARIS", 20, 0}, 50 * dit, rate), 0.5, dit, rate);
  ASSERT_EQ(marks.size(), 14U);
  EXPECT_NEAR(marks[13].start, 42 + kEdge / 2 / dit, 0.01);
}

TEST(Hop, JumpsWhereItSaysAndWhen) {
  const Hop hop{{100e6 - 87.5e3}, {-6}, 8, {25e3}, 0.02, 0.05};
  const Samples samples = listen_alone(hop, 2);
  const auto sample_at = [](double seconds) { return static_cast<std::size_t>(seconds * kSlow); };
  std::set<std::size_t> channels;
  for (std::uint64_t burst = 0; burst < 39; ++burst) {
    const double start = static_cast<double>(burst) * hop.period;
    const std::size_t channel = hop_channel(hop, burst, 1);
    channels.insert(channel);
    const double expected = -87.5e3 + 25e3 * static_cast<double>(channel);
    EXPECT_NEAR(frequency_between(samples, sample_at(start + 0.006), sample_at(start + 0.019), kSlow), expected, 20);
    EXPECT_NEAR(std::abs(samples[sample_at(start + 0.01)]), 0.501, 0.01) << burst;
    EXPECT_LT(std::abs(samples[sample_at(start + 0.026)]), 0.01) << burst;
    EXPECT_LT(std::abs(samples[sample_at(start + 0.049)]), 0.01) << burst;
  }
  EXPECT_GT(channels.size(), 5U);
  EXPECT_LT(*channels.rbegin(), 8U);
}

TEST(Hop, UsesAllChannelsInAnOrderOfTheSeed) {
  const Hop hop;
  std::vector<int> uses(hop.channels, 0);
  std::size_t same = 0;
  for (std::uint64_t burst = 0; burst < 800; ++burst) {
    ++uses[hop_channel(hop, burst, 1)];
    same += hop_channel(hop, burst, 1) == hop_channel(hop, burst, 2) ? 1 : 0;
  }
  for (const int count : uses) EXPECT_NEAR(count, 100, 40);
  EXPECT_NEAR(static_cast<double>(same), 100, 40);
}

TEST(Chirp, RunsAlongItsLineAndStartsAgain) {
  const Chirp chirp{{100e6 - 100e3}, {-6}, {100e6 + 100e3}, 0.5, 0.1};
  const Samples samples = listen_alone(chirp, 1.3);
  for (const double time : {0.01, 0.1, 0.25, 0.4, 0.49, 0.61, 0.7, 1.05}) {
    const double since = std::fmod(time, 0.6);
    const auto n = static_cast<std::size_t>(time * kSlow);
    EXPECT_NEAR(frequency_between(samples, n - 250, n + 250, kSlow), -100e3 + 400e3 * since, 150) << time;
    EXPECT_NEAR(std::abs(samples[n]), 0.501, 0.01) << time;
  }
  EXPECT_LT(std::abs(samples[static_cast<std::size_t>(0.55 * kSlow)]), 0.01);
}

TEST(Chirp, IsSeenOnlyWhileItCrossesTheBand) {
  const Samples samples = listen_alone(Chirp{{99e6}, {-6}, {101e6}, 1, 0}, 1);
  for (const double time : {0.4, 0.43, 0.57, 0.6})
    EXPECT_LT(std::abs(samples[static_cast<std::size_t>(time * kSlow)]), 0.01) << time;
  EXPECT_NEAR(std::abs(samples[kSlow / 2]), 0.501, 0.01);
}

}  // namespace
}  // namespace spectrumd::sim
