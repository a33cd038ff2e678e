// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/line_protocol.h"

#include <gtest/gtest.h>

#include "tests/daemon/feeds/influx/line_reader.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

InfluxPoint point_of(const InfluxLine& line) {
  std::string text = line.at(1'700'000'000'123ms).value();
  EXPECT_EQ(text.back(), '\n');
  text.pop_back();
  return InfluxLineReader(text).read();
}

TEST(InfluxLine, IsWrittenAsDocumented) {
  EXPECT_EQ(InfluxLine("spectrumd").tag("host", "shack").field("rows", "12").field("load", "1e-05").at(1ms),
            "spectrumd,host=shack rows=12,load=1e-05 1\n");
}

TEST(InfluxLine, EscapesWhatWouldEndAName) {
  const auto point = point_of(InfluxLine("a, b").tag("k,e=y ", "v a,l=ue").field("f =,", "1"));
  EXPECT_EQ(point.measurement, "a, b");
  EXPECT_EQ(point.tags, (std::map<std::string, std::string>{{"k,e=y ", "v a,l=ue"}}));
  EXPECT_EQ(point.fields, (std::map<std::string, double>{{"f =,", 1}}));
  EXPECT_EQ(point.time, 1'700'000'000'123);
}

TEST(InfluxLine, HasNoEndsOfLinesAndNoBackslashAtAnEnd) {
  const auto point = point_of(InfluxLine("m").tag("host", "a\nb\\").field("f", "1"));
  EXPECT_EQ(point.tags.at("host"), "a_b\\_");
}

TEST(InfluxLine, LeavesOutWhatTheProtocolCannotCarry) {
  EXPECT_EQ(
      InfluxLine("m").tag("host", "").field("a", "nan").field("b", "inf").field("c", "-inf").field("d", "").at(1ms),
      std::nullopt);
  EXPECT_EQ(InfluxLine("m").tag("host", "").field("a", "nan").field("b", "2").at(1ms), "m b=2 1\n");
}

}  // namespace
}  // namespace spectrumd
