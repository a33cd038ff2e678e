// SPDX-License-Identifier: MIT
#include "daemon/watch/evidence/evidence.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "daemon/config/json.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
  return number;
}

std::vector<RowPtr> rows_with_carrier(NoiseRows& noise, double hertz, int count) {
  std::vector<RowPtr> rows;
  for (int i = 0; i < count; ++i) {
    noise.put_hertz(hertz, -50);
    rows.push_back(noise.next());
  }
  return rows;
}

TEST(EvidenceRows, AreThoseAroundTheFrequency) {
  NoiseRows noise({.bins = 4096}, 1);
  Alarm alarm;
  alarm.begin = NoiseRows::begin();
  alarm.frequency = 100.9e6;
  const auto kept = evidence_rows(rows_with_carrier(noise, 100.9e6, 5), alarm);
  EXPECT_EQ(kept.last_bin - kept.first_bin, 1024);
  EXPECT_NEAR(static_cast<double>(kept.first_bin) + 512, static_cast<double>(noise.bin_of(100.9e6)), 2);
  alarm.frequency = 101.2e6;  // at the edge
  EXPECT_EQ(evidence_rows(rows_with_carrier(noise, 101e6, 5), alarm).last_bin, 4096);
}

TEST(EvidenceRows, AreOfOneTuning) {
  NoiseRows noise({.bins = 64}, 1);
  auto rows = rows_with_carrier(noise, 100e6, 3);
  const auto other = noise.next();
  other->generation = 2;
  rows.push_back(other);
  Alarm alarm;
  alarm.begin = NoiseRows::begin();
  EXPECT_EQ(evidence_rows(rows, alarm).rows.size(), 3);
  alarm.begin = other->time;
  EXPECT_EQ(evidence_rows(rows, alarm).rows.size(), 1);
  EXPECT_TRUE(evidence_rows({}, alarm).rows.empty());
}

TEST(EvidenceFolder, KeepsFourFilesThatOpenElsewhere) {
  const TemporaryFolder folder;
  const EvidenceFolder evidence(folder.path("events"));
  NoiseRows noise({.bins = 64}, 2);
  Alarm alarm;
  alarm.id = 12;
  alarm.begin = NoiseRows::begin();
  alarm.frequency = 100e6;
  EXPECT_EQ(evidence.keep(alarm, evidence_rows(rows_with_carrier(noise, 100e6, 7), alarm)),
            "rows.npy rows.json picture.png event.json");
  const std::string npy = content_of(*evidence.path_of(12, "rows.npy"));
  EXPECT_EQ(npy.substr(0, 6), "\x93NUMPY");
  EXPECT_NE(npy.find("'shape': (7, 2, 64)"), std::string::npos);
  const std::size_t header = 10 + static_cast<std::uint8_t>(npy[8]) + 256 * static_cast<std::uint8_t>(npy[9]);
  EXPECT_EQ(header % 64, 0);
  EXPECT_EQ(npy.size() - header, 7 * 2 * 64 * 2);
  Centibel carrier = 0;
  std::memcpy(&carrier, npy.data() + header + 32 * 2, 2);
  EXPECT_NEAR(carrier, -5000, 10);
  const auto facts = Json::parse(content_of(*evidence.path_of(12, "rows.json")));
  EXPECT_EQ(facts["times"].size(), 7);
  EXPECT_NEAR(facts["first_bin_hz"].get<double>() + 32 * facts["bin_hz"].get<double>(), 100e6, 1);
  const std::string png = content_of(*evidence.path_of(12, "picture.png"));
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_GT(number_at(png, 16), 640) << "64 bins, and axes";
  EXPECT_GT(evidence.bytes(), 1800);
  alarm.end = alarm.begin;
  evidence.update(alarm);
  EXPECT_EQ(Json::parse(content_of(*evidence.path_of(12, "event.json")))["state"], "ended");
  evidence.remove(12);
  EXPECT_EQ(evidence.bytes(), 0);
}

TEST(EvidenceFolder, HasNoOtherFiles) {
  const EvidenceFolder evidence("/events");
  EXPECT_TRUE(evidence.path_of(1, "rows.npy"));
  for (const char* name : {"", "..", "../watch.db", "rows.npy/", "ROWS.NPY", "event.json.tmp"})
    EXPECT_FALSE(evidence.path_of(1, name)) << name;
}

}  // namespace
}  // namespace spectrumd
