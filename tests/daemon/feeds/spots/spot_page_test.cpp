// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/spot_page.h"

#include <gtest/gtest.h>

#include <string>

namespace spectrumd {
namespace {

std::string fault_of(std::string_view text) {
  try {
    parse_spot_page(text);
    return "";
  } catch (const SpotPageError& error) {
    return error.what();
  }
}

TEST(SpotPage, IsOfPskReporter) {
  const auto page = parse_spot_page(
      R"(doNothing({"currentSeconds":1700000100,"receptionReport":[
        {"receiverCallsign":"DL1ABC","receiverLocator":"JO62","senderCallsign":"K1JT","senderLocator":"FN20",
         "frequency":14076543,"flowStartSeconds":1700000000,"mode":"FT8","isSender":1,"sNR":-12},
        {"senderCallsign":"not a call","frequency":14076543},
        {"senderCallsign":"K2XYZ","frequency":"much"}]});)");
  EXPECT_EQ(page.source, "PSK Reporter");
  EXPECT_EQ(page.period, std::chrono::seconds(300));
  ASSERT_EQ(page.spots.size(), 1U) << "what makes no sense is left out";
  EXPECT_EQ(page.spots[0].frequency, Hertz{14'076'543});
  EXPECT_EQ(page.spots[0].label, "K1JT");
  EXPECT_EQ(page.spots[0].comment, "FT8 FN20");
  EXPECT_EQ(page.spots[0].heard, parse_time("1700000000"));
}

TEST(SpotPage, IsOfPskReportersMessages) {
  const auto page = parse_spot_page(
      R"([{"sq":1,"f":7074850,"md":"FT8","rp":-5,"t":1700000000,"sc":"DL2XYZ","sl":"JO40","rc":"DL1ABC","b":"40m"}])");
  EXPECT_EQ(page.source, "PSK Reporter");
  ASSERT_EQ(page.spots.size(), 1U);
  EXPECT_EQ(page.spots[0].frequency, Hertz{7'074'850});
  EXPECT_EQ(page.spots[0].comment, "FT8 JO40");
}

TEST(SpotPage, IsOfPota) {
  const auto page = parse_spot_page(
      R"([{"spotId":1,"activator":"DL1ABC/P","frequency":"14285.5","mode":"SSB","reference":"DE-0001","name":"A park",
          "spotTime":"2026-11-25T20:13:00","spotter":"DL2XYZ","comments":"","source":"Web","invalid":null}])");
  EXPECT_EQ(page.source, "POTA");
  EXPECT_EQ(page.period, std::chrono::seconds(60));
  ASSERT_EQ(page.spots.size(), 1U);
  EXPECT_EQ(page.spots[0].frequency, Hertz{14'285'500});
  EXPECT_EQ(page.spots[0].comment, "SSB DE-0001 A park");
  EXPECT_EQ(page.spots[0].heard, parse_time("2026-11-25T20:13:00Z")) << "UTC, which it does not say";
}

TEST(SpotPage, IsOfSota) {
  const auto page = parse_spot_page(
      R"([{"id":7,"timeStamp":"2026-11-25T20:13:00.123","activatorCallsign":"HB9ABC/P","associationCode":"HB",
          "summitCode":"VS-001","frequency":" 7.032","mode":"CW","comments":null},
          {"activatorCallsign":"HB9ABC/P","frequency":"7.032","summitCode":"VS-001","mode":"CW","timeStamp":""}])");
  EXPECT_EQ(page.source, "SOTA");
  ASSERT_EQ(page.spots.size(), 2U);
  EXPECT_EQ(page.spots[0].frequency, Hertz{7'032'000}) << "with a blank before it";
  EXPECT_EQ(page.spots[1].heard, std::nullopt);
}

TEST(SpotPage, IsOfThisProgram) {
  const auto page = parse_spot_page(R"({"spots":[{"frequency_hz":145500000,"label":"Calling","comment":"FM"}]})");
  ASSERT_EQ(page.spots.size(), 1U);
  EXPECT_EQ(page.spots[0].label, "Calling") << "not a callsign";
  EXPECT_EQ(page.spots[0].comment, "FM");
  EXPECT_EQ(page.spots[0].heard, std::nullopt);
}

TEST(SpotPage, MayBeEmpty) {
  EXPECT_TRUE(parse_spot_page("[]").spots.empty());
  EXPECT_TRUE(parse_spot_page(R"({"receptionReport":[]})").spots.empty());
}

TEST(SpotPage, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of("<html></html>").find("no JSON: "), 0U);
  EXPECT_EQ(fault_of("{\"a\":1}"), "no list of spots");
  EXPECT_EQ(fault_of("[{\"a\":1}]"), "spots of no known network: PSK Reporter, POTA, SOTA");
  EXPECT_NE(fault_of("[" + std::string(kLongestSpotPage, ' ') + "]"), "");
  EXPECT_NE(fault_of(std::string(1000, '[')), "");
}

}  // namespace
}  // namespace spectrumd
