// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/usb_node.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

TEST(UsbNode, IsNamedAsTheKernelDoes) { EXPECT_EQ(usb_node(1, 4), "/dev/bus/usb/001/004"); }

TEST(UsbNode, ReportsTheProcessThatHoldsIt) {
  const TemporaryFolder folder;
  const std::string node = folder.write("004", "x");
  EXPECT_FALSE(holder_of(node));
  const pid_t child = fork();
  if (child == 0) {
    execlp("tail", "tail", "-f", node.c_str(), nullptr);
    _exit(1);
  }
  std::optional<std::string> holder;
  for (int i = 0; i < 500 && !holder; ++i, usleep(10'000)) holder = holder_of(node);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(holder.value_or("none"), "tail (pid " + std::to_string(child) + ")");
}

TEST(UsbNode, ReportsOwnerAndRemedy) {
  EXPECT_NE(permission_text("/dev/null").find("/dev/null (root:root 0666): permission denied"), std::string::npos);
  EXPECT_NE(permission_text("/nowhere").find("plugdev"), std::string::npos);
}

}  // namespace
}  // namespace spectrumd
