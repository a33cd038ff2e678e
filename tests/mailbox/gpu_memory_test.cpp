// SPDX-License-Identifier: MIT
#include "mailbox/gpu_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <type_traits>

#include "tests/mailbox/fake_board.h"
#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using testing::HasSubstr;

class GpuMemoryTest : public testing::Test {
 protected:
  FakeBoard board;
  Mailbox mailbox{board};

  std::vector<Tag> memory_tags() const {
    std::vector<Tag> tags = board.tags();
    std::erase_if(tags, [](Tag tag) { return tag == Tag::BoardRevision || tag == Tag::VideoCoreMemory; });
    return tags;
  }
};

TEST_F(GpuMemoryTest, IsGivenBackInReverse) {
  {
    const GpuMemory memory(mailbox, 100);
    EXPECT_EQ(FakeBoard::mapped, 1);
  }
  EXPECT_EQ(FakeBoard::mapped, 0);
  EXPECT_EQ(memory_tags(), (std::vector{Tag::AllocateMemory, Tag::LockMemory, Tag::UnlockMemory, Tag::ReleaseMemory}));
}

TEST_F(GpuMemoryTest, IsAskedForInPagesWithTheFlagsOfTheBoard) {
  const GpuMemory memory(mailbox, 100);
  EXPECT_EQ(board.calls[2], (FakeBoard::Call{Tag::AllocateMemory, {4096, 4096, 0x1C}}));
  EXPECT_EQ(memory.bytes(), 4096u);
}

TEST_F(GpuMemoryTest, IsMappedByItsPhysicalAddress) {
  board.answers[Tag::LockMemory] = {0xFE40'0000};
  const GpuMemory memory(mailbox, 100);
  EXPECT_EQ(memory.address(), BusAddress{0xFE40'0000});
  EXPECT_EQ(board.maps, std::vector{PhysicalAddress{0x3E40'0000}});
}

TEST_F(GpuMemoryTest, IsWrittenAndReadInWords) {
  GpuMemory memory(mailbox, 100);
  memory.store(3, std::array{11u, 12u, 13u});
  std::array<std::uint32_t, 2> back{};
  memory.load(4, back);
  EXPECT_EQ(back, (std::array{12u, 13u}));
  // volatile words: no compiler may make memcpy of it, which faults on the Device memory of a 64-bit Pi.
  static_assert(std::is_same_v<decltype(memory.words())::element_type, volatile std::uint32_t>);
}

TEST_F(GpuMemoryTest, RefusesMoreThanAQuarterUnlessAsked) {
  EXPECT_THAT(thrown([&] { GpuMemory(mailbox, (16 << 20) + 1); }),
              HasSubstr("16777217 bytes requested, expected 1 to 16777216, which is 25 % of the 64 MiB of gpu_mem"));
  EXPECT_EQ(memory_tags(), std::vector<Tag>{});
  EXPECT_EQ(thrown([&] { GpuMemory(mailbox, (16 << 20) + 1, {.largest_share = 0.5}); }), "");
  EXPECT_THAT(thrown([&] { GpuMemory(mailbox, 0); }), HasSubstr("0 bytes requested"));
}

TEST_F(GpuMemoryTest, LeavesNothingBehindWhenItCannotBeLocked) {
  board.answers[Tag::LockMemory] = {0};
  EXPECT_THAT(thrown([&] { GpuMemory(mailbox, 100); }), HasSubstr("cannot be locked"));
  EXPECT_EQ(memory_tags(), (std::vector{Tag::AllocateMemory, Tag::LockMemory, Tag::ReleaseMemory}));
}

class BoardThatMapsNothing : public FakeBoard {
  Mapping map(PhysicalAddress, std::size_t) override { throw MailboxError("/dev/mem: no"); }
};

TEST_F(GpuMemoryTest, LeavesNothingBehindWhenItCannotBeMapped) {
  BoardThatMapsNothing stubborn;
  Mailbox other(stubborn);
  EXPECT_EQ(thrown([&] { GpuMemory(other, 100); }), "/dev/mem: no");
  EXPECT_EQ(stubborn.tags().back(), Tag::ReleaseMemory);
}

}  // namespace
}  // namespace mailbox
