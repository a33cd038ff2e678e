// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/signal_list.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "tests/daemon/pipeline/signals/simulated_band.h"

namespace spectrumd {
namespace {

// Everything that transmits without end or with ordinary pauses.
constexpr const char* kSteadyScene = R"({
  "name": "steady", "noise": -105,
  "signals": [
    { "kind": "carrier", "frequency": "100.3M", "level": -12 },
    { "kind": "carrier", "frequency": "99.85M", "level": -55 },
    { "kind": "am", "frequency": "100.45M", "level": -28, "depth": 0.6, "tone": 4000 },
    { "kind": "fm", "frequency": "99.3M", "level": -22, "deviation": 75000, "tone": 420, "voice": true, "stereo": true },
    { "kind": "fm", "frequency": "100.22M", "level": -33, "deviation": 4000, "tone": 250, "voice": true },
    { "kind": "cw", "frequency": "99.55M", "level": -35, "text": "CQ CQ DE SPECTRUMD", "wpm": 12, "pause": 2 },
    { "kind": "cw", "frequency": "99.96M", "level": -48, "text": "VVV SPECTRUMD 73", "wpm": 22, "pause": 3 }
  ]
})";

const Signal* near(const std::vector<Signal>& signals, double hertz) {
  const auto found = std::ranges::find_if(
      signals, [hertz](const Signal& signal) { return std::fabs(signal.frequency.value - hertz) < 3000; });
  return found == signals.end() ? nullptr : &*found;
}

std::vector<std::uint64_t> ids_of(const std::vector<Signal>& signals) {
  std::vector<std::uint64_t> ids;
  for (const Signal& signal : signals) ids.push_back(signal.id);
  return ids;
}

std::string shown(const std::vector<Signal>& signals) {
  std::string text;
  for (const Signal& signal : signals)
    text += fmt::format("{} {:.1f} Hz, {:.1f} wide, {:.2f} dB, {:.2f} in all, {}\n", signal.id, signal.frequency.value,
                        signal.width().value, signal.level.value, signal.power.value, to_string(signal.hint));
  return text;
}

class SteadyBand : public testing::Test {
 protected:
  static constexpr int kSettling = 10, kLooks = 40;  // 5 s, then 20 s

  SimulatedBand band_{sim::parse_scene(kSteadyScene, "steady")};
  SignalList list_;
};

TEST_F(SteadyBand, GivesOneConstantSet) {
  for (int i = 0; i < kSettling; ++i) band_.look(list_);
  const auto first = list_.signals();
  ASSERT_EQ(first.size(), 7U) << shown(first);
  std::map<std::uint64_t, Signal> before;
  for (const Signal& signal : first) before[signal.id] = signal;
  for (int i = 0; i < kLooks; ++i) {
    band_.look(list_);
    const auto now = list_.signals();
    ASSERT_EQ(ids_of(now), ids_of(first)) << "look " << i << "\n" << shown(now);
    for (const Signal& signal : now)
      EXPECT_NEAR(signal.frequency.value, before[signal.id].frequency.value, signal.width().value / 2) << shown(now);
  }
}

TEST_F(SteadyBand, NamesWhatItSeesWithItsWidth) {
  for (int i = 0; i < kSettling + kLooks; ++i) band_.look(list_);
  const auto signals = list_.signals();
  const std::map<double, std::pair<std::string, double>> expected{
      {100.3e6, {"carrier", 1.5e3}}, {99.85e6, {"carrier", 1.5e3}}, {100.45e6, {"am", 9e3}},
      {99.3e6, {"fm", 130e3}},       {100.22e6, {"fm", 8e3}},       {99.55e6, {"pulsed", 1.5e3}},
      {99.96e6, {"pulsed", 1.5e3}}};
  for (const auto& [hertz, what] : expected) {
    const Signal* const signal = near(signals, hertz);
    ASSERT_NE(signal, nullptr) << hertz << "\n" << shown(signals);
    EXPECT_EQ(to_string(signal->hint), what.first) << hertz << "\n" << shown(signals);
    EXPECT_LT(signal->width().value, 1.6 * what.second) << shown(signals);
    EXPECT_GT(signal->width().value, what.second / 2) << shown(signals);
  }
  EXPECT_NEAR(near(signals, 100.3e6)->level.value, -12, 0.1);
  EXPECT_NEAR(near(signals, 100.3e6)->frequency.value, 100.3e6, 100);
  EXPECT_NEAR(near(signals, 100.45e6)->frequency.value, 100.45e6, 100) << "the carrier's";
  EXPECT_NEAR(near(signals, 100.45e6)->level.value, -28, 0.1);
  EXPECT_NEAR(near(signals, 99.3e6)->power.value, -22, 0.5) << "that of all its lines";
}

// Rows by hand: noise of many transforms on a floor of -70 dB, and what a test puts there.
class HandMadeBand : public testing::Test {
 protected:
  using Levels = std::vector<Centibel>;

  Levels noise(std::size_t bins = 1024) {
    std::normal_distribution<double> ripple(0, 15);
    Levels levels(bins);
    for (Centibel& level : levels) level = static_cast<Centibel>(-7000 + ripple(random_));
    return levels;
  }
  static Levels with(Levels levels, std::size_t bin, Centibel level) {
    levels[bin] = level;
    levels[bin - 1] = levels[bin + 1] = static_cast<Centibel>(level - 600);  // Hann
    return levels;
  }
  void look(const Levels& levels) {
    std::vector<RowPtr> rows;
    RowMerger merger;
    for (int i = 0; i < 10; ++i) {
      ++sequence_;
      auto row = make_row(sequence_, levels, static_cast<double>(sequence_) * 0.05);
      row->ffts = 30;
      row->generation = generation_;
      row->center = center_;
      rows.push_back(row);
      merger.add(*row);
    }
    list_.add(*merger.take(), rows, {});
  }
  std::size_t count() const { return list_.signals().size(); }

  std::mt19937 random_{3};
  std::uint64_t sequence_ = 0;
  std::uint32_t generation_ = 1;
  Hertz center_{100e6};
  SignalList list_;
};

TEST_F(HandMadeBand, NoiseHasNone) {
  for (int i = 0; i < 20; ++i) look(noise());
  EXPECT_EQ(count(), 0U);
}

TEST_F(HandMadeBand, ASpikeIsNotASignal) {
  for (int i = 0; i < 10; ++i) look(i == 5 ? with(noise(), 300, -3000) : noise());
  EXPECT_EQ(count(), 0U);
}

TEST_F(HandMadeBand, ASignalAppearsAtItsSecondLookAndStaysThroughAPause) {
  look(with(noise(), 300, -3000));
  EXPECT_EQ(count(), 0U);
  look(with(noise(), 300, -3000));
  ASSERT_EQ(count(), 1U);
  const Signal seen = list_.signals()[0];
  EXPECT_TRUE(seen.active);
  for (int i = 0; i < 8; ++i) look(noise());
  ASSERT_EQ(count(), 1U) << "4 s";
  EXPECT_EQ(list_.signals()[0].id, seen.id);
  EXPECT_FALSE(list_.signals()[0].active);
  EXPECT_EQ(list_.signals()[0].last_active, seen.last_active);
  look(with(noise(), 300, -3000));
  EXPECT_EQ(list_.signals()[0].id, seen.id);
  EXPECT_TRUE(list_.signals()[0].active);
}

TEST_F(HandMadeBand, ASignalThatIsGoneIsForgottenAndItsNumberToo) {
  for (int i = 0; i < 4; ++i) look(with(noise(), 300, -3000));
  const std::uint64_t id = list_.signals().at(0).id;
  for (int i = 0; i < 12; ++i) look(noise());
  EXPECT_EQ(count(), 0U);
  for (int i = 0; i < 4; ++i) look(with(noise(), 300, -3000));
  ASSERT_EQ(count(), 1U);
  EXPECT_GT(list_.signals()[0].id, id);
}

// Noise decides from look to look on which side of a single threshold a weak signal is.
TEST_F(HandMadeBand, AWeakSignalDoesNotFlicker) {
  for (int i = 0; i < 10; ++i) look(with(noise(), 300, -6250));
  EXPECT_EQ(count(), 0U) << "not strong enough to appear";
  for (int i = 0; i < 2; ++i) look(with(noise(), 300, -5900));
  for (int i = 0; i < 60; ++i) {
    look(with(noise(), 300, -6250));
    ASSERT_EQ(count(), 1U) << "strong enough to stay";
    ASSERT_TRUE(list_.signals()[0].active);
  }
}

TEST_F(HandMadeBand, ASignalKeepsItsNumberOverARetune) {
  for (int i = 0; i < 4; ++i) look(with(with(noise(), 300, -3000), 50, -3000));
  ASSERT_EQ(count(), 2U);
  const auto before = list_.signals();
  center_ = {100e6 + 100 * 2.4e6 / 1024};
  generation_ = 2;
  for (int i = 0; i < 2; ++i) look(with(noise(), 200, -3000));
  const auto now = list_.signals();
  ASSERT_EQ(now.size(), 1U) << "the other one is no longer received";
  const double hertz = 100e6 + (300 - 512) * 2.4e6 / 1024;
  EXPECT_NEAR(now[0].frequency.value, hertz, 1);
  EXPECT_EQ(now[0].id, near(before, hertz)->id);
}

TEST_F(HandMadeBand, AFlatBandIsDigital) {
  for (int i = 0; i < 20; ++i) {
    Levels levels = noise();
    for (std::size_t bin = 400; bin < 500; ++bin) levels[bin] = static_cast<Centibel>(levels[bin] + 3000);
    look(levels);
  }
  ASSERT_EQ(count(), 1U);
  EXPECT_EQ(to_string(list_.signals()[0].hint), "digital");
  EXPECT_NEAR(list_.signals()[0].width().value, 0.99 * 100 * 2.4e6 / 1024, 2.4e6 / 1024);
}

TEST_F(HandMadeBand, WhatFitsNothingIsUnknown) {
  std::uniform_int_distribution<int> change(-800, 0);
  for (int i = 0; i < 30; ++i) {
    Levels levels = noise();
    const int level = -3000 + change(random_);
    for (std::size_t bin = 400; bin < 430; ++bin)
      levels[bin] = static_cast<Centibel>(level - 100 * static_cast<int>(bin - 400));
    look(levels);
  }
  ASSERT_EQ(count(), 1U);
  EXPECT_EQ(to_string(list_.signals()[0].hint), "unknown") << shown(list_.signals());
}

TEST_F(HandMadeBand, SurvivesRowsWithoutData) {
  look(Levels(64, kNoLevel));
  look(with(noise(64), 1, -3000));
  look(with(noise(64), 1, -3000));
  EXPECT_EQ(count(), 1U);
}

}  // namespace
}  // namespace spectrumd
