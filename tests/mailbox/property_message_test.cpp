// SPDX-License-Identifier: MIT
#include "mailbox/property_message.h"

#include <gtest/gtest.h>

#include "mailbox/error.h"

namespace mailbox {
namespace {

using Words = std::vector<std::uint32_t>;

Words words_of(PropertyMessage message) { return {message.words().begin(), message.words().end()}; }

TEST(PropertyMessage, IsLaidOutAsTheFirmwareReadsIt) {
  EXPECT_EQ(words_of({Tag::ExecuteQpu, {12, 0xC000'1000, 1, 2000}, 1}),
            (Words{40, 0, 0x30011, 16, 16, 12, 0xC000'1000, 1, 2000, 0}));
  EXPECT_EQ(words_of({Tag::ArmMemory, {}, 2}), (Words{32, 0, 0x10005, 8, 0, 0, 0, 0}));
}

TEST(PropertyMessage, GivesTheValueOnceItIsAnswered) {
  PropertyMessage message(Tag::LockMemory, {7}, 1);
  message.words()[1] = kSuccess;
  message.words()[4] = kAnswered | 4;
  message.words()[5] = 0xC000'1000;
  ASSERT_EQ(message.answer().size(), 1u);
  EXPECT_EQ(message.answer()[0], 0xC000'1000u);
}

TEST(PropertyMessage, DoesNotTakeItsOwnRequestForAnAnswer) {
  PropertyMessage message(Tag::LockMemory, {7}, 1);
  EXPECT_THROW(message.answer(), MailboxError);
  message.words()[1] = kSuccess;
  EXPECT_THROW(message.answer(), MailboxError);
}

TEST(PropertyMessage, HasANameForEachTag) {
  EXPECT_EQ(tag_name(Tag::AllocateMemory), "allocate memory");
  EXPECT_EQ(tag_name(Tag{0x1234}), "unnamed tag");
}

}  // namespace
}  // namespace mailbox
