// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/sim_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/daemon/sources/sim/listen.h"
#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Few samples, so that even a sanitizer on a busy machine keeps up with the clock.
Settings slow() {
  Settings settings;
  settings.tuning.rate = {250e3};
  return settings;
}

Settings unpaced(Settings settings = {}) {
  settings.sim.paced = false;
  return settings;
}

TEST(SimSource, SaysWhatItIs) {
  const SimSource source{Settings{}};
  const SourceFacts& facts = source.facts();
  EXPECT_EQ(facts.kind, "sim");
  EXPECT_EQ(facts.format, gpufft::SampleFormat::Cu8);
  EXPECT_TRUE(facts.live);
  EXPECT_TRUE(facts.tunable);
  EXPECT_EQ(facts.tuned.center, Hertz{100e6});
  EXPECT_EQ(facts.tuned.rate, Hertz{2.4e6});
  EXPECT_EQ(facts.tuned.gain, Decibels{28}) << "automatic gain reports its choice";
  EXPECT_FALSE(SimSource(unpaced()).facts().live) << "without a clock it can wait";
}

TEST(SimSource, GivesBlocksWithoutHoles) {
  SimSource source(unpaced());
  TestSink sink(1 << 20);
  sink.hear(source);
  std::uint64_t expected = 0;
  for (const auto& block : sink.blocks) {
    EXPECT_EQ(block.first_sample, expected);
    const auto since_start = std::chrono::duration<double>(block.time - sink.blocks.front().time).count();
    EXPECT_NEAR(since_start, static_cast<double>(expected) / 2.4e6, 1e-8);
    EXPECT_EQ(block.tuned, source.facts().tuned);
    expected += block.bytes / 2;
  }
  EXPECT_GT(sink.blocks.size(), 5U);
}

TEST(SimSource, PicksRequestsUpBetweenBlocks) {
  SimSource source(unpaced());
  TestSink sink(1 << 21);
  sink.on_block = [&](const TestSink::Block& block) {
    if (block.first_sample == 0)
      sink.requests.put({{.center = {100.5e6}, .rate = {1.2e6}, .gain = Decibels{18}, .ppm = 2}, 7});
  };
  sink.hear(source);
  const TestSink::Block& second = sink.blocks.at(1);
  EXPECT_EQ(second.tuned, (Tuned{{100.5e6}, {1.2e6}, Decibels{18}, 2, 7}));
  EXPECT_EQ(second.first_sample, sink.blocks[0].bytes / 2) << "counting continues";
  // The strong carrier of the default scene, 200 kHz below the new middle and 10 dB down.
  const sim::Samples samples = sim::to_numbers(std::span(sink.bytes).subspan(sink.blocks[0].bytes, 1 << 20));
  EXPECT_NEAR(sim::level_at(samples, -200e3 + 100.5e6 * 2e-6, 1.2e6), -22, 0.1);
}

TEST(SimSource, RefusesWhatItCannotDo) {
  const SimSource source{Settings{}};
  const auto field_refused = [&](const Tuning& tuning) -> std::string {
    try {
      source.check(tuning);
    } catch (const TuningRefused& refusal) {
      return refusal.field + ": " + refusal.what();
    }
    return "";
  };
  EXPECT_EQ(field_refused({.center = {1e9}, .rate = {20e6}, .gain = Decibels{50}, .ppm = -30}), "");
  EXPECT_EQ(field_refused({.rate = {500}}), "rate: the simulated radio samples at 1k to 20M Hz");
  EXPECT_EQ(field_refused({.rate = {21e6}}), "rate: the simulated radio samples at 1k to 20M Hz");
  EXPECT_EQ(field_refused({.gain = Decibels{51}}), "gain: the simulated radio has 0 to 50 dB");
  EXPECT_EQ(field_refused({.gain = Decibels{-1}}), "gain: the simulated radio has 0 to 50 dB");

  Settings settings;
  settings.tuning.gain = Decibels{60};
  EXPECT_THROW(SimSource{settings}, TuningRefused);
  settings = {};
  settings.sim.scene = "/nonexistent";
  EXPECT_THROW(SimSource{settings}, SourceError);
}

TEST(SimSource, KeepsRealTime) {
  SimSource source{slow()};
  TestSink sink(2 * 62'500);  // a quarter of a second
  const auto start = Clock::now();
  sink.hear(source);
  const std::chrono::duration<double> taken = Clock::now() - start;
  EXPECT_GE(taken.count(), 0.249);
  EXPECT_LT(taken.count(), 2);
}

TEST(SimSource, GivesTheSameBytesWithAndWithoutAClock) {
  SimSource paced{slow()}, flat_out{unpaced(slow())};
  TestSink by_clock(1 << 16), at_once(1 << 16);
  by_clock.hear(paced);
  at_once.hear(flat_out);
  const auto both = static_cast<std::ptrdiff_t>(std::min(by_clock.bytes.size(), at_once.bytes.size()));
  EXPECT_TRUE(std::equal(by_clock.bytes.begin(), by_clock.bytes.begin() + both, at_once.bytes.begin()));
}

TEST(SimSource, SaysWhenABlockWasHeardIfItHasAClock) {
  SimSource paced{slow()}, flat_out{unpaced(slow())};
  TestSink by_clock(1 << 16), at_once(1 << 16);
  const auto start = std::chrono::steady_clock::now();
  by_clock.hear(paced);
  at_once.hear(flat_out);
  for (const auto& block : by_clock.blocks) {
    ASSERT_TRUE(block.heard);
    EXPECT_GE(*block.heard, start);
    EXPECT_NEAR(std::chrono::duration<double>(*block.heard - *by_clock.blocks[0].heard).count(),
                static_cast<double>(block.first_sample) / 250e3, 1e-8)
        << "without the jitter of the thread";
  }
  for (const auto& block : at_once.blocks) EXPECT_FALSE(block.heard);
}

TEST(SimSource, LeavesSamplesOutWhenItIsFarBehind) {
  SimSource source{slow()};
  TestSink sink;
  sink.on_block = [&](const TestSink::Block& block) {
    if (sink.blocks.size() == 2) std::this_thread::sleep_for(1300ms);  // more than it makes up for
    if (block.first_sample > 275'000) sink.stop.request_stop();
  };
  sink.hear(source);
  ASSERT_GE(sink.blocks.size(), 3U);
  const auto& before = sink.blocks[1];
  const auto& after = sink.blocks[2];
  const std::uint64_t missing = after.first_sample - before.first_sample - before.bytes / 2;
  EXPECT_GT(missing, 125'000U);
  EXPECT_NEAR(std::chrono::duration<double>(after.time - before.time).count(),
              static_cast<double>(after.first_sample - before.first_sample) / 250e3, 1e-6);
}

TEST(SimSource, StopsSoonWhileItWaits) {
  Settings settings;
  settings.tuning.rate = {1e3};  // the shortest block lasts 64 ms
  SimSource source(settings);
  TestSink sink;
  sink.on_idle = [&] {
    if (sink.idles == 2) sink.stop.request_stop();
  };
  sink.hear(source);
  EXPECT_EQ(sink.idles, 2);
}

}  // namespace
}  // namespace spectrumd
