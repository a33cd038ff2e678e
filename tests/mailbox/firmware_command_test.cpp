// SPDX-License-Identifier: MIT
#include "mailbox/firmware_command.h"

#include <gmock/gmock.h>

#include "mailbox/error.h"
#include "tests/mailbox/fake_board.h"

namespace mailbox {
namespace {

TEST(FirmwareCommand, IsAskedAndAnsweredInWords) {
  FakeBoard board;
  board.answers[Tag::Command] = {0, 0x3D74'6F68};
  EXPECT_EQ(firmware_command(board, "pint"), "hot=");
  ASSERT_THAT(board.tags(), testing::ElementsAre(Tag::Command));  // /dev/vcio_gencmd takes no other
  EXPECT_EQ(board.calls[0].request[1], 0x746E'6970U);
}

TEST(FirmwareCommand, ThatIsRefusedSaysWhy) {
  FakeBoard board;
  EXPECT_THROW(firmware_command(board, "get_throttled"), MailboxError);  // an old firmware
  board.answers[Tag::Command] = {2, 0};
  EXPECT_THROW(firmware_command(board, "get_throttled"), MailboxError);
  EXPECT_THROW(firmware_command(board, std::string(2000, 'x')), MailboxError);
}

}  // namespace
}  // namespace mailbox
