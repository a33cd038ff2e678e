// SPDX-License-Identifier: MIT
#include "daemon/sources/device/usb_events.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace spectrumd {
namespace {

using namespace std::string_view_literals;
using namespace std::chrono_literals;

constexpr auto kAdded =
    "add@/devices/usb1/1-1\0ACTION=add\0DEVPATH=/devices/usb1/1-1\0SUBSYSTEM=usb\0DEVTYPE=usb_device\0SEQNUM=7\0"sv;

TEST(UsbEvents, OnlyADeviceThatComesIsNews) {
  EXPECT_TRUE(announces_usb_device(kAdded));
  EXPECT_TRUE(announces_usb_device("libudev\0........\0ACTION=bind\0SUBSYSTEM=usb\0DEVTYPE=usb_device\0"sv));
  EXPECT_FALSE(announces_usb_device("remove@/devices/usb1/1-1\0ACTION=remove\0DEVTYPE=usb_device\0"sv));
  EXPECT_FALSE(announces_usb_device("add@/devices/usb1/1-1/1-1:1.0\0ACTION=add\0DEVTYPE=usb_interface\0"sv));
  EXPECT_FALSE(announces_usb_device(""sv));
}

TEST(UsbEvents, WakesAtOnceWhenSomethingIsPluggedIn) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
  UsbEvents events(ends[0]);
  EXPECT_FALSE(events.wait(10ms));
  ASSERT_EQ(write(ends[1], kAdded.data(), kAdded.size()), static_cast<ssize_t>(kAdded.size()));
  const auto began = std::chrono::steady_clock::now();
  EXPECT_TRUE(events.wait(10s));
  EXPECT_LT(std::chrono::steady_clock::now() - began, 5s);
  close(ends[1]);
}

TEST(UsbEvents, WithoutNetlinkTimePasses) {
  UsbEvents events(-1);
  EXPECT_FALSE(events.wait(10ms));
}

}  // namespace
}  // namespace spectrumd
