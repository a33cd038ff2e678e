// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/cluster_line.h"

#include <gtest/gtest.h>

#include "daemon/feeds/spots/callsign.h"

namespace spectrumd {
namespace {

TEST(ClusterLine, IsReadByItsWords) {
  const auto spot =
      parse_cluster_line("DX de KB8O:      14240.0  D66D         up 10 59 Ohio                  2059Z EN81\a\r");
  ASSERT_TRUE(spot);
  EXPECT_EQ(spot->frequency, Hertz{14'240e3});
  EXPECT_EQ(spot->call, "D66D");
  EXPECT_EQ(spot->comment, "up 10 59 Ohio");
  EXPECT_EQ(spot->spotter, "KB8O");
}

TEST(ClusterLine, MayHaveOtherColumns) {
  const auto skimmer =
      parse_cluster_line("DX de W3LPL-#:    7025.14  F/DL1ABC/P     CW    23 dB  25 WPM  CQ      0907Z");
  ASSERT_TRUE(skimmer);
  EXPECT_EQ(skimmer->frequency, Hertz{7'025'140});
  EXPECT_EQ(skimmer->call, "F/DL1ABC/P");
  EXPECT_EQ(skimmer->comment, "CW    23 dB  25 WPM  CQ");
  const auto short_one = parse_cluster_line("DX de K1TTT: 144174.0 W1AW 1200Z");
  ASSERT_TRUE(short_one);
  EXPECT_EQ(short_one->comment, "");
  EXPECT_EQ(parse_cluster_line("DX de K1TTT: 50313.0 W1AW tnx 73")->comment, "tnx 73") << "without a time";
}

TEST(ClusterLine, LeavesOutAllElse) {
  for (const char* line : {"", "WWV de VE7CC <18>:   SFI=150, A=5, K=1", "To ALL de K1TTT: hello", "DX de K1TTT",
                           "DX de K1TTT:", "DX de K1TTT: abc W1AW", "DX de K1TTT: 14074.0", "DX de K1TTT: -1 W1AW",
                           "DX de K1TTT: nan W1AW", "DX de K1TTT: 1e99 W1AW", "DX de K1TTT: 14074.0 hello 1200Z"})
    EXPECT_FALSE(parse_cluster_line(line)) << line;
}

TEST(Callsign, HasLettersAndDigits) {
  for (const char* call : {"DL1ABC", "K1A", "3B8CW", "PJ4/DL1ABC/P", "VP2V/G4XYZ"})
    EXPECT_TRUE(is_callsign(call)) << call;
  for (const char* other :
       {"", "CQ", "JO62", "RR73", "73", "RRR", "-12", "R-12", "dl1abc", "POTA", "123", "DL1ABCDEFGHIJKL"})
    EXPECT_FALSE(is_callsign(other)) << other;
}

}  // namespace
}  // namespace spectrumd
