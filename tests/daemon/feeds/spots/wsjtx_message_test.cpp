// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/wsjtx_message.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/daemon/feeds/spots/qt_stream.h"

namespace spectrumd {
namespace {

QtStream decode_of(std::string_view text) {
  return wsjtx_head(2)
      .put(true)
      .put(std::uint32_t{43'200'000})
      .put(std::int32_t{-12})
      .put(0.2)
      .put(std::uint32_t{1234})
      .put("FT8")
      .put(text);
}

TEST(WsjtxMessage, ReadsWhereItListens) {
  const auto message = parse_wsjtx(wsjtx_head(1).put(std::uint64_t{14'074'000}).put("FT8").put("K1ABC").bytes());
  ASSERT_TRUE(message);
  EXPECT_EQ(std::get<WsjtxStatus>(*message).dial_hz, 14'074'000U);
  EXPECT_EQ(std::get<WsjtxStatus>(*message).id, "WSJT-X");
}

TEST(WsjtxMessage, ReadsWhatItHears) {
  const auto message = parse_wsjtx(decode_of("CQ DL1ABC JO62").put(false).put(false).put("a later field").bytes());
  ASSERT_TRUE(message);
  const auto& decode = std::get<WsjtxDecode>(*message);
  EXPECT_EQ(decode.snr_db, -12);
  EXPECT_EQ(decode.offset_hz, 1234U);
  EXPECT_EQ(decode.mode, "FT8");
  EXPECT_EQ(decode.message, "CQ DL1ABC JO62");
}

TEST(WsjtxMessage, ReadsBeacons) {
  const auto message = parse_wsjtx(wsjtx_head(10)
                                       .put(true)
                                       .put(std::uint32_t{0})
                                       .put(std::int32_t{-24})
                                       .put(0.1)
                                       .put(std::uint64_t{14'097'123})
                                       .put(std::int32_t{0})
                                       .put("G4XYZ")
                                       .put("IO91")
                                       .put(std::int32_t{23})
                                       .bytes());
  ASSERT_TRUE(message);
  const auto& decode = std::get<WsprDecode>(*message);
  EXPECT_EQ(decode.hz, 14'097'123U);
  EXPECT_EQ(decode.callsign, "G4XYZ");
  EXPECT_EQ(decode.locator, "IO91");
  EXPECT_EQ(decode.power_dbm, 23);
}

TEST(WsjtxMessage, LeavesOutAllElse) {
  EXPECT_FALSE(parse_wsjtx(wsjtx_head(0).put(std::uint32_t{3}).put("2.6.1").put("").bytes())) << "a heartbeat";
  EXPECT_FALSE(parse_wsjtx(wsjtx_head(99).bytes()));
  EXPECT_FALSE(parse_wsjtx({}));
  auto other = decode_of("CQ DL1ABC JO62").bytes();
  other[0] = std::byte{0};
  EXPECT_FALSE(parse_wsjtx(other));
  const auto whole = decode_of("CQ DL1ABC JO62").bytes();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(parse_wsjtx(std::span(whole).first(size))) << size;
}

TEST(WsjtxMessage, SurvivesDamage) {
  const auto good = decode_of("CQ DL1ABC JO62").bytes();
  std::mt19937 random(1);
  std::size_t read = 0;
  for (int round = 0; round < 100'000; ++round) {
    auto bytes = good;
    for (auto changes = random() % 4; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    const auto message = parse_wsjtx(bytes);
    read += message ? 1 : 0;
    if (const auto* decode = message ? std::get_if<WsjtxDecode>(&*message) : nullptr) sender_of(decode->message);
  }
  EXPECT_GT(read, 20'000U);
  EXPECT_LT(read, 99'000U);
}

TEST(WsjtxMessage, KnowsWhoSent) {
  EXPECT_EQ(sender_of("CQ DL1ABC JO62"), "DL1ABC");
  EXPECT_EQ(sender_of("CQ DX DL1ABC JO62"), "DL1ABC");
  EXPECT_EQ(sender_of("CQ 090 DL1ABC"), "DL1ABC");
  EXPECT_EQ(sender_of("K1ABC DL1ABC -12"), "DL1ABC");
  EXPECT_EQ(sender_of("K1ABC DL1ABC RR73"), "DL1ABC");
  EXPECT_EQ(sender_of("K1ABC <PJ4/DL1ABC> R-03"), "PJ4/DL1ABC");
  EXPECT_EQ(sender_of("CQ  DL1ABC/P  JO62"), "DL1ABC/P");
  for (const char* unclear : {"", "TNX BOB 73 GL", "K1ABC", "<...> RR73", "CQ", "CQ JO62", "K1ABC <...> 73"})
    EXPECT_EQ(sender_of(unclear), "") << unclear;
}

}  // namespace
}  // namespace spectrumd
