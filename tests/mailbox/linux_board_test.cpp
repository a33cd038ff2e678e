// SPDX-License-Identifier: MIT
#include "mailbox/linux_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>

#include "mailbox/linux_errors.h"
#include "tests/mailbox/thrown.h"

// What it does on a board is tested under `qpu emulate`; here, what it says where there is none.
namespace mailbox {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(LinuxBoard, SaysThatTheNodeIsMissing) {
  EXPECT_THAT(
      thrown([] { LinuxBoard board({.vcio = "/nonexistent/vcio"}); }),
      HasSubstr("/nonexistent/vcio: not found, only the Raspberry Pi kernel has the vcio driver; boot that kernel"));
}

TEST(LinuxBoard, SaysThatADeviceIsNoVcio) {
  LinuxBoard board({.vcio = "/dev/null"});
  std::array<std::uint32_t, 8> message{32};
  EXPECT_THAT(thrown([&] { board.call(message); }), HasSubstr("/dev/null: not a vcio device"));
}

TEST(LinuxBoard, SaysThatMemoryCannotBeOpened) {
  LinuxBoard board({.vcio = "/dev/null", .memory = "/nonexistent/mem"});
  EXPECT_THAT(thrown([&] { board.map({0x1000}, 4096); }), HasSubstr("/nonexistent/mem: not found"));
}

TEST(LinuxErrors, NameThingReasonAndCure) {
  EXPECT_THAT(cannot_open_vcio("/dev/vcio", EACCES),
              AllOf(HasSubstr("/dev/vcio: permission denied"), HasSubstr("KERNEL==\"vcio\"")));
  EXPECT_THAT(cannot_open_vcio("char_dev", ENXIO), HasSubstr("kernel 4.1 gave up major number 100; use /dev/vcio"));
  EXPECT_THAT(cannot_call("/dev/vcio_gencmd", EPERM), HasSubstr("restricted vcio node; use /dev/vcio itself"));
  EXPECT_THAT(cannot_call("/dev/vcio", EINVAL), HasSubstr("both 32-bit or both 64-bit"));
  EXPECT_THAT(cannot_call("/dev/vcio", ENOTTY), HasSubstr("not a vcio device"));
  EXPECT_THAT(cannot_call("/dev/vcio", ETIMEDOUT), HasSubstr("within the second the kernel waits"));
  EXPECT_THAT(cannot_open_memory("/dev/mem", EPERM), AllOf(HasSubstr("CAP_SYS_RAWIO"), HasSubstr("KERNEL==\"mem\"")));
  EXPECT_THAT(cannot_map_memory("/dev/mem", EPERM), HasSubstr("iomem=relaxed"));
}

TEST(LinuxErrors, HaveWordsForTheUnexpected) {
  for (const std::string& text : {cannot_open_vcio("node", EMFILE), cannot_call("node", EIO),
                                  cannot_open_memory("node", EMFILE), cannot_map_memory("node", ENOMEM)})
    EXPECT_THAT(text, AllOf(HasSubstr("node: "), HasSubstr("; use the CPU")));
}

TEST(LinuxErrors, NeverBlameTheAgeOfTheFirmware) {
  for (int error = 1; error < 134; ++error)
    for (const std::string& text : {cannot_open_vcio("n", error), cannot_call("n", error),
                                    cannot_open_memory("n", error), cannot_map_memory("n", error)})
      EXPECT_EQ(text.find("up to date"), std::string::npos) << text;
}

}  // namespace
}  // namespace mailbox
