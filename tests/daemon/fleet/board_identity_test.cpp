// SPDX-License-Identifier: MIT
#include "daemon/fleet/board_identity.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST(BoardIdentity, IsTheBestThatAMachineHas) {
  const StoreFolder root;
  write(root.path() / "etc/machine-id", "0123456789abcdef\n");
  EXPECT_EQ(board_identity(root.path()), "system:0123456789abcdef");
  write(root.path() / "sys/class/net/lo/address", "00:00:00:00:00:00\n");
  write(root.path() / "sys/class/net/tun0/address", "12:34:56:00:00:01\n");
  EXPECT_EQ(board_identity(root.path()), "system:0123456789abcdef") << "which have no device";
  write(root.path() / "sys/class/net/eth0/address", "b8:27:eb:12:34:56\n");
  write(root.path() / "sys/class/net/eth0/device/uevent", "");
  EXPECT_EQ(board_identity(root.path()), "mac:b8:27:eb:12:34:56");
  write(root.path() / "sys/firmware/devicetree/base/serial-number", std::string("0000000000000000\0", 17));
  EXPECT_EQ(board_identity(root.path()), "mac:b8:27:eb:12:34:56") << "not programmed";
  write(root.path() / "sys/firmware/devicetree/base/serial-number", std::string("10000000abcdef01\0", 17));
  EXPECT_EQ(board_identity(root.path()), "pi:10000000abcdef01");
}

}  // namespace
}  // namespace spectrumd
