// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/wire_row.h"

namespace spectrumd {
namespace {

constexpr std::uint8_t kMeanAndMax = 3;
constexpr std::uint8_t kAll = 7;

std::string read_text(const std::string& file) {
  std::ifstream in(std::string(SPECTRUMD_ROOT) + "/" + file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::byte> bytes_of_hex(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::byte> bytes;
  for (unsigned byte = 0; in >> std::hex >> byte;) bytes.push_back(static_cast<std::byte>(byte));
  return bytes;
}

// The row whose bytes stand in PROTOCOL.md; what the view leaves out is at 0 dB, so that a wrong window shows.
Row example_row() {
  Row row;
  row.sequence = 0x9'01020304;
  row.time = Time(std::chrono::nanoseconds(1'795'248'229'123'456'789));
  row.duration = std::chrono::milliseconds(50);
  row.center = {100.3e6};
  row.span = {75e3};
  row.generation = 0x1'0506;
  row.ffts = 29;
  row.coverage = 0.9876;
  row.clipped = 0.00121;
  row.flags = kRowGap | kRowClipped;
  row.levels = {Pyramid(Pool::Mean, std::vector<Centibel>{0, kNoLevel, -20000, -11000, -7050, 0, 0, 0}),
                Pyramid(Pool::Max, std::vector<Centibel>{0, kNoLevel, -12900, -6550, 500, 0, 0, 0}),
                Pyramid(Pool::Min, std::vector<Centibel>(8, -9000))};
  return row;
}

std::vector<std::byte> example_bytes() {
  const View view{.from = Hertz{100.3e6 - 37.5e3 + 9375}, .to = Hertz{100.3e6 - 37.5e3 + 5 * 9375}, .bins = 1024};
  auto encoded = encode_row(example_row(), view, {.detectors = kMeanAndMax, .bytes_per_level = 1}, -10, true);
  set_skipped(encoded, 0x0708);
  return encoded;
}

TEST(RowCodec, GivesTheBytesOfTheExample) {
  EXPECT_EQ(example_bytes(), bytes_of_hex(read_text("tests/daemon/server/example_row.hex")));
}

TEST(RowCodec, ExampleIsTheOneInTheDocument) {
  std::istringstream document(read_text("daemon/server/PROTOCOL.md"));
  std::string line;
  while (std::getline(document, line) && line != "### Example") continue;
  while (std::getline(document, line) && line != "```") continue;
  std::string hex;
  while (std::getline(document, line) && line != "```") hex += line.substr(4) + "\n";  // behind the count of bytes
  EXPECT_EQ(bytes_of_hex(hex), bytes_of_hex(read_text("tests/daemon/server/example_row.hex")));
}

TEST(RowCodec, ReadsBackAsItWasWritten) {
  const Row row = example_row();
  const WireRow wire = decode_row(encode_row(row, View{}, {.detectors = kAll, .bytes_per_level = 2}, 0, false));
  EXPECT_EQ(wire.detectors, kAll);
  EXPECT_EQ(wire.flags, kRowGap | kRowClipped);
  EXPECT_EQ(wire.sequence, 0x01020304U);
  EXPECT_EQ(wire.time_ns, row.time.time_since_epoch().count());
  EXPECT_EQ(wire.center, row.center.value);
  EXPECT_EQ(wire.span, row.span.value);
  EXPECT_EQ(wire.skipped, 0U);
  EXPECT_FLOAT_EQ(wire.seconds, 0.05F);
  EXPECT_EQ(wire.levels.at(1)[1], 0U) << "no data";
  EXPECT_NEAR(wire.db(1, 3), -110.0, 1e-4);
  EXPECT_NEAR(wire.db(2, 4), 5.0, 1e-4);
  EXPECT_NEAR(wire.db(4, 7), -90.0, 1e-4);
}

// Every level of a row must come back within half a step, or at the end of the scale it is beyond.
void expect_near_levels(const Row& row, const RowFormat& format, double offset, unsigned seed) {
  const WireRow wire = decode_row(encode_row(row, View{.bins = 65536}, format, offset, false));
  const double last_db = wire.first_db + wire.step_db * (format.bytes_per_level == 1 ? 254.0 : 65534.0);
  ASSERT_EQ(wire.bins, row.bins());
  for (std::size_t bin = 0; bin < row.bins(); ++bin) {
    const Centibel level = row.levels[0].full()[bin];
    if (level == kNoLevel) {
      EXPECT_EQ(wire.levels.at(1)[bin], 0U) << "seed " << seed;
      continue;
    }
    const double expected = std::clamp(decibels(level), static_cast<double>(wire.first_db), last_db);
    EXPECT_NEAR(wire.db(1, bin), expected, wire.step_db / 2 + 1e-3) << "level " << level << ", seed " << seed;
  }
}

TEST(RowCodec, LevelsAreWithinHalfAStep) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> level(INT16_MIN, INT16_MAX);
    std::vector<Centibel> levels(997);
    for (Centibel& one : levels) one = static_cast<Centibel>(level(random));
    levels[5] = kNoLevel;
    const auto row = make_row(seed, levels);
    const double offset = static_cast<double>(level(random)) / 1000;
    expect_near_levels(*row, {.detectors = 1, .bytes_per_level = 1}, offset, seed);
    expect_near_levels(*row, {.detectors = 1, .bytes_per_level = 2}, offset, seed);
  }
}

TEST(RowCodec, ClampsCountsThatDoNotFit) {
  Row row = example_row();
  row.coverage = 1.5;
  row.clipped = 1e-9;
  auto encoded = encode_row(row, View{}, {}, 0, false);
  set_skipped(encoded, 1'000'000);
  const WireRow wire = decode_row(encoded);
  EXPECT_EQ(wire.coverage, 10000U);
  EXPECT_EQ(wire.clipped, 1U) << "a single clipped sample shows";
  EXPECT_EQ(wire.skipped, 65535U);
}

TEST(RowCodec, ViewOutsideTheRowHasNoBins) {
  const View outside{.from = Hertz{200e6}, .to = Hertz{201e6}};
  const auto encoded = encode_row(example_row(), outside, {.detectors = kAll, .bytes_per_level = 2}, 0, false);
  EXPECT_EQ(encoded.size(), kRowHeaderBytes);
  EXPECT_EQ(decode_row(encoded).bins, 0U);
}

TEST(RowCodec, PoolsSoThatAThinCarrierSurvives) {
  std::vector<Centibel> levels(4096, -10000);
  levels[1234] = -2000;
  const auto row = make_row(1, levels);
  const WireRow wire = decode_row(encode_row(*row, View{.bins = 64}, {.detectors = 2, .bytes_per_level = 1}, 0, false));
  ASSERT_EQ(wire.bins, 64U);
  for (std::size_t bin = 0; bin < 64; ++bin)
    EXPECT_DOUBLE_EQ(wire.db(2, bin), bin == 1234 / 64 ? -20.0 : -100.0) << bin;
}

}  // namespace
}  // namespace spectrumd
