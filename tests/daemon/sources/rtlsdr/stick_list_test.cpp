// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/stick_list.h"

#include <gtest/gtest.h>

#include "daemon/sources/device/device.h"

namespace spectrumd {
namespace {

const std::vector<Stick> kSticks{
    {.index = 0, .path = "1-1", .node = "/dev/bus/usb/001/004", .serial = "00000001"},
    {.index = 1, .path = "1-1.4", .node = "/dev/bus/usb/001/005", .serial = "TWIN"},
    {.index = 2, .path = "2-1", .node = "/dev/bus/usb/002/002", .serial = "TWIN"},
};

std::string cause_of(std::span<const Stick> sticks, std::string_view choice) {
  try {
    (void)choose_stick(sticks, parse_stick_choice(choice));
  } catch (const DeviceError& error) {
    return std::string(to_string(error.cause));
  }
  return "";
}

TEST(StickList, ChoosesBySerialPathOrIndexAndNeverByAnother) {
  EXPECT_EQ(choose_stick(kSticks, parse_stick_choice("")).index, 0U);
  EXPECT_EQ(choose_stick(kSticks, parse_stick_choice("serial=00000001")).index, 0U);
  EXPECT_EQ(choose_stick(kSticks, parse_stick_choice("path=2-1")).index, 2U);
  EXPECT_EQ(choose_stick(kSticks, parse_stick_choice("index=1")).index, 1U);
  EXPECT_EQ(cause_of(kSticks, "serial=1"), "wrong_serial") << "1 is an index, not 00000001";
  EXPECT_EQ(cause_of(kSticks, "path=1"), "absent");
  EXPECT_EQ(cause_of(kSticks, "index=3"), "absent");
}

TEST(StickList, SaysWhyNot) {
  EXPECT_EQ(cause_of({}, ""), "absent");
  EXPECT_EQ(cause_of(kSticks, "serial=TWIN"), "ambiguous");
  std::vector<Stick> sticks = kSticks;
  sticks[0].readable = false;
  EXPECT_EQ(cause_of(sticks, "serial=00000001"), "no_permission");
}

TEST(StickList, FindsTheOneItHadAgain) {
  const Stick before{.path = "2-1", .serial = "00000001"};
  const StickChoice any;
  EXPECT_EQ(choose_stick(kSticks, any, before).path, "1-1") << "plugged in elsewhere, found by its serial";
  EXPECT_EQ(choose_stick(kSticks, any, Stick{.path = "2-1", .serial = "TWIN"}).path, "2-1") << "of twins, the place";
  EXPECT_EQ(choose_stick(std::span(kSticks).last(1), any, before).serial, "TWIN") << "the sole one there is";
  EXPECT_THROW((void)choose_stick(kSticks, any, Stick{.path = "3-1", .serial = "GONE"}), DeviceError);
  EXPECT_EQ(choose_stick(kSticks, {.index = 2}, before).index, 2U) << "what is chosen is chosen";
}

TEST(StickList, RefusesABareWordAndSaysHowToWriteIt) {
  for (const char* text : {"0", "00000001", "serial=", "index=x", "name=a"})
    EXPECT_THROW(parse_stick_choice(text), SourceError) << text;
  try {
    parse_stick_choice("00000001");
  } catch (const SourceError& error) {
    EXPECT_NE(std::string(error.what()).find("rtlsdr:serial=00000001"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace spectrumd
