// SPDX-License-Identifier: MIT
#include "daemon/sources/converted_source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daemon/sources/conversion.h"
#include "daemon/sources/source_list.h"
#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

constexpr std::size_t kEnough = std::size_t{1} << 17;  // bytes
constexpr Conversion kLnbBelow{.offset = {-9750e6}}, kInverting{.offset = {9950e6}, .invert = true};

Settings simulation(Hertz center, const Conversion& conversion = {}) {
  Settings settings;
  settings.source = "sim";
  settings.sim.paced = false;
  settings.tuning.center = center;
  settings.tuning.conversion = conversion;
  return settings;
}

struct Heard {
  std::vector<std::byte> bytes;
  std::vector<TestSink::Block> blocks;
};

// What is heard of the simulated band, after a request if there is one.
Heard heard(const Settings& settings, std::optional<Tuning> request = std::nullopt) {
  TestSink sink(kEnough);
  const auto source = open_source(settings);
  if (request) sink.requests.put({.tuning = *request, .generation = 2});
  sink.hear(*source);
  return {sink.bytes, sink.blocks};
}

std::string refusal(const IqSource& source, const Tuning& tuning) {
  try {
    source.check(tuning);
  } catch (const TuningRefused& refused) {
    return refused.field + ": " + refused.what();
  }
  return "";
}

TEST(ConvertedSource, TunesTheDeviceAndReportsTheAntenna) {
  const Heard plain = heard(simulation({100e6})), converted = heard(simulation({9850e6}, kLnbBelow));
  EXPECT_EQ(converted.blocks.front().tuned.center, Hertz{9850e6});
  EXPECT_EQ(converted.bytes, plain.bytes) << "both devices are at 100 MHz";
  EXPECT_EQ(open_source(simulation({9850e6}, kLnbBelow))->facts().tuned.center, Hertz{9850e6});
}

TEST(ConvertedSource, ConvertsRequests) {
  Tuning plain = simulation({101e6}).tuning, converted = simulation({9851e6}, kLnbBelow).tuning;
  const Heard received = heard(simulation({9850e6}, kLnbBelow), converted);
  EXPECT_EQ(received.blocks.back().tuned.center, Hertz{9851e6});
  EXPECT_EQ(received.blocks.back().tuned.generation, 2U);
  EXPECT_EQ(received.bytes, heard(simulation({100e6}), plain).bytes);
}

// The radio stays at 100 MHz, and another converter is put in front of it.
TEST(ConvertedSource, ChangesTheConverterWithARequest) {
  const Heard received = heard(simulation({100e6}), simulation({9850e6}, kInverting).tuning);
  EXPECT_EQ(received.blocks.back().tuned.center, Hertz{9850e6});
  EXPECT_TRUE(received.blocks.back().tuned.conversion.invert);
}

TEST(ConvertedSource, TurnsAnInvertedSpectrumRound) {
  Heard plain = heard(simulation({100e6}));
  conjugate(plain.bytes, gpufft::SampleFormat::Cu8);
  const Heard converted = heard(simulation({9850e6}, kInverting));
  EXPECT_EQ(converted.bytes, plain.bytes);
  EXPECT_EQ(converted.blocks.front().tuned.center, Hertz{9850e6});
}

TEST(ConvertedSource, RefusesWithBothFrequencies) {
  Settings settings;
  settings.source = "rtlsdr";
  settings.tuning.center = {10489.75e6};
  settings.tuning.conversion = kLnbBelow;
  const auto source = open_source(settings);
  Tuning beyond = settings.tuning;
  beyond.center = {11700e6};
  EXPECT_EQ(refusal(*source, settings.tuning), "");
  EXPECT_EQ(refusal(*source, beyond),
            "center: 11.7GHz is 1.95GHz at the radio, with radio.offset -9.75GHz: at this rate the tuner reaches from "
            "25841250Hz to 1766MHz");
  beyond.center = {100e6};
  EXPECT_NE(refusal(*source, beyond).find("100MHz is -9.65GHz at the radio"), std::string::npos)
      << refusal(*source, beyond);
}

TEST(ConvertedSource, SaysWhatTheAntennaReaches) {
  Settings settings;
  settings.source = "rtlsdr";
  settings.tuning.conversion = kLnbBelow;
  EXPECT_EQ(reach_of(settings).to, Hertz{11516e6});
  settings.tuning.conversion = kInverting;
  EXPECT_EQ(reach_of(settings).from, Hertz{8184e6});
}

// They are in frequencies of the antenna already.
TEST(ConvertedSource, LeavesRecordingsAsTheyAre) {
  Settings settings;
  settings.source = std::string("file:") + SPECTRUMD_ROOT + "/README.md";  // bytes of some kind
  settings.file.format = "cu8";
  settings.file.paced = false;
  settings.tuning.conversion = kLnbBelow;
  const auto source = open_source(settings);
  EXPECT_EQ(source->facts().tuned.center, Hertz{100e6});
  EXPECT_EQ(source->facts().tuned.conversion, Conversion{});
  Tuning converted{.center = {100e6}, .conversion = kLnbBelow};
  EXPECT_EQ(refusal(*source, converted).substr(0, 7), "offset:");
}

}  // namespace
}  // namespace spectrumd
