// SPDX-License-Identifier: MIT
#include "daemon/doctor/firmware_checks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

TEST(Throttled, IsReportedInWords) {
  EXPECT_EQ(check_throttled(0).state, Finding::State::Ok);
  EXPECT_EQ(check_throttled(0x50000).text,
            "since boot the voltage too low, throttled (0x50000): sticks drop off the bus");
  EXPECT_EQ(check_throttled(0x50005).text,
            "now the voltage too low, throttled; since boot the voltage too low, throttled (0x50005): sticks drop off "
            "the bus");
  EXPECT_EQ(check_throttled(0x80008).cure, "improve the airflow or add a heat sink");
  EXPECT_EQ(check_throttled(0x2).text, "now the frequency capped (0x2)");
}

TEST(Firmware, ThatDoesNotAnswerIsNotWaitedFor) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path("dev"));
  folder.write("dev/vcio", "");
  Examination examination{.root = Sysroot(folder.path(""))};
  examination.open_board = [](const std::string&) -> std::unique_ptr<mailbox::Board> {
    for (;;) pause();
  };
  const Firmware firmware = ask_firmware(examination);
  EXPECT_EQ(firmware.answer.text, "no answer within 2 s");
  EXPECT_EQ(firmware.answer.cure, "reboot before retrying");
}

}  // namespace
}  // namespace spectrumd
