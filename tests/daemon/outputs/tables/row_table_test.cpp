// SPDX-License-Identifier: MIT
#include "daemon/outputs/tables/row_table.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "daemon/outputs/tables/power_file.h"
#include "tests/daemon/outputs/time_zone.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

using Make = std::unique_ptr<RowTable> (*)(const TablePlan&, RowTable::Sink);

// Four bins of 600 kHz from 98.8 MHz; the second row is 1.2 MHz higher.
std::string written(Make make, std::size_t announced = 2) {
  const auto row = make_row(1, {-9000, -8000, -7000, -6050}, 1e9, 1),
             tuned = make_row(2, {-5000, -4000, -3000, -2000}, 1e9 + 1, 1);
  tuned->center.value += 1.2e6;
  std::string text;
  const auto table =
      make({.grid = grid_of(*row, 4, {}, {}, 100), .rows = announced}, [&](std::string_view bytes) { text += bytes; });
  table->add(*row, 600e3);
  table->add(*tuned, 600e3);
  table->finish();
  return text;
}

TEST(RowTable, WritesCsvWithFrequencies) {
  EXPECT_EQ(written(csv_table),
            "time (UTC),duration (s),98800000 Hz (dBFS),99400000 Hz (dBFS),100000000 Hz (dBFS),100600000 Hz (dBFS)\n"
            "2001-09-09T01:46:40.000000Z,1,-90.00,-80.00,-70.00,-60.50\n"
            "2001-09-09T01:46:41.000000Z,1,,,-50.00,-40.00\n");
}

TEST(RowTable, WritesRtlPowerThatIsReadBack) {
  const TimeZone zone("UTC");
  std::istringstream text(written(power_table));
  PowerFile file(text, "x.csv");
  const RowPtr row = file.next(), tuned = file.next();
  ASSERT_TRUE(row && tuned);
  EXPECT_EQ(row->time, at_seconds(1e9));
  EXPECT_EQ(row->levels[0].bins(), 4U);
  EXPECT_EQ(tuned->levels[0].bins(), 2U);
  const auto levels = row->levels[0].full();
  for (std::size_t bin = 1; bin < 4; ++bin)  // the zero of rtl_power is another
    EXPECT_NEAR(levels[bin] - levels[0], bin == 3 ? 2950 : 1000 * static_cast<int>(bin), 1);
}

// As numpy reads it: the directory at the end says where the files are.
template <class Value>
std::vector<Value> array_in(const std::string& zip, const std::string& name, std::string* head = nullptr) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::size_t value = 0;
    std::memcpy(&value, zip.data() + at, bytes);
    return value;
  };
  std::size_t at = number(zip.size() - 6, 4);
  while (zip.substr(at + 46, number(at + 28, 2)) != name) at += 46 + number(at + 28, 2);
  const std::size_t bytes = number(at + 24, 4), local = number(at + 42, 4);
  const std::string contents = zip.substr(local + 30 + number(local + 26, 2), bytes);
  EXPECT_EQ(number(at + 16, 4), crc32(0, reinterpret_cast<const Bytef*>(contents.data()), static_cast<uInt>(bytes)));
  EXPECT_EQ(contents.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t begin =
      10 + static_cast<unsigned char>(contents[8]) + 256 * static_cast<unsigned char>(contents[9]);
  EXPECT_EQ(begin % 64, 0U);
  if (head) *head = contents.substr(10, begin - 10);
  std::vector<Value> values((bytes - begin) / sizeof(Value));
  std::memcpy(values.data(), contents.data() + begin, bytes - begin);
  return values;
}

TEST(RowTable, WritesArraysForNumpy) {
  const std::string zip = written(npz_table);
  std::string head;
  const auto levels = array_in<float>(zip, "levels.npy", &head);
  EXPECT_NE(head.find("'descr': '<f4', 'fortran_order': False, 'shape': (2, 4)"), std::string::npos) << head;
  ASSERT_EQ(levels.size(), 8U);
  EXPECT_FLOAT_EQ(levels[3], -60.5F);
  EXPECT_TRUE(std::isnan(levels[4]));
  EXPECT_FLOAT_EQ(levels[7], -40);
  EXPECT_EQ(array_in<std::int64_t>(zip, "times.npy", &head),
            (std::vector<std::int64_t>{1000000000000000000, 1000000001000000000}));
  EXPECT_NE(head.find("'<M8[ns]'"), std::string::npos);
  EXPECT_NEAR(array_in<double>(zip, "frequencies.npy")[3], 100.6e6, 1e-6);
}

TEST(RowTable, KeepsTheAnnouncedNumberOfRows) {
  EXPECT_EQ(array_in<float>(written(npz_table, 1), "levels.npy").size(), 4U);
  const auto levels = array_in<float>(written(npz_table, 3), "levels.npy");
  ASSERT_EQ(levels.size(), 12U);
  EXPECT_TRUE(std::isnan(levels[11]));
}

TEST(RowTable, RefusesArraysThatTheFormatCannotHold) {
  EXPECT_THROW(npz_table({.grid = {{0}, {1}, 4096}, .rows = 1 << 20}, [](std::string_view) {}), std::invalid_argument);
}

}  // namespace
}  // namespace spectrumd
