// SPDX-License-Identifier: MIT
#include "mailbox/board_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using testing::HasSubstr;

struct Known {
  std::uint32_t revision;
  const char* model;
  Soc soc;
  std::uint32_t megabytes, v3d;
  MemoryFlags flags;
};
void PrintTo(const Known& known, std::ostream* out) { *out << known.model; }

class EveryBoard : public testing::TestWithParam<Known> {};

TEST_P(EveryBoard, IsKnownByItsRevisionCode) {
  const BoardFacts facts = board_facts(GetParam().revision);
  EXPECT_EQ(facts.model, GetParam().model);
  EXPECT_EQ(facts.soc, GetParam().soc);
  EXPECT_EQ(facts.memory_megabytes, GetParam().megabytes);
  EXPECT_EQ(facts.v3d.value, GetParam().v3d);
  EXPECT_EQ(facts.v3d.value - facts.peripherals.value, 0xC0'0000u);
  EXPECT_EQ(facts.memory_flags, GetParam().flags);
}

constexpr auto kCached = MemoryFlags::L1NonAllocating, kDirect = MemoryFlags::Direct;
INSTANTIATE_TEST_SUITE_P(
    Revisions, EveryBoard,
    testing::Values(Known{0x2, "Raspberry Pi 1", Soc::Bcm2835, 0, 0x20C0'0000, kCached},
                    Known{0xe, "Raspberry Pi 1", Soc::Bcm2835, 0, 0x20C0'0000, kCached},
                    Known{0x15, "Raspberry Pi 1", Soc::Bcm2835, 0, 0x20C0'0000, kCached},
                    Known{0x0100'000e, "Raspberry Pi 1", Soc::Bcm2835, 0, 0x20C0'0000, kCached},  // overvolted once
                    Known{0x900032, "Raspberry Pi B+", Soc::Bcm2835, 512, 0x20C0'0000, kCached},
                    Known{0x900021, "Raspberry Pi A+", Soc::Bcm2835, 512, 0x20C0'0000, kCached},
                    Known{0x900093, "Raspberry Pi Zero", Soc::Bcm2835, 512, 0x20C0'0000, kCached},
                    Known{0x9000c1, "Raspberry Pi Zero W", Soc::Bcm2835, 512, 0x20C0'0000, kCached},
                    Known{0xa01041, "Raspberry Pi 2B", Soc::Bcm2836, 1024, 0x3FC0'0000, kDirect},
                    Known{0xa22042, "Raspberry Pi 2B", Soc::Bcm2837, 1024, 0x3FC0'0000, kDirect},
                    Known{0xa02082, "Raspberry Pi 3B", Soc::Bcm2837, 1024, 0x3FC0'0000, kDirect},
                    Known{0xa020d3, "Raspberry Pi 3B+", Soc::Bcm2837, 1024, 0x3FC0'0000, kDirect},
                    Known{0x9020e0, "Raspberry Pi 3A+", Soc::Bcm2837, 512, 0x3FC0'0000, kDirect},
                    Known{0xa020a0, "Raspberry Pi CM3", Soc::Bcm2837, 1024, 0x3FC0'0000, kDirect},
                    Known{0xa02100, "Raspberry Pi CM3+", Soc::Bcm2837, 1024, 0x3FC0'0000, kDirect},
                    Known{0x902120, "Raspberry Pi Zero 2 W", Soc::Bcm2837, 512, 0x3FC0'0000, kDirect}));

TEST(BoardFacts, RefuseBoardsWithoutVideoCoreIvByName) {
  EXPECT_THAT(thrown([] { board_facts(0xc03111); }),
              HasSubstr("Raspberry Pi 4B: VideoCore VI does not have the QPUs that these programs need; use the CPU"));
  EXPECT_THAT(thrown([] { board_facts(0xc03130); }), HasSubstr("Raspberry Pi 400: VideoCore VI"));
  EXPECT_THAT(thrown([] { board_facts(0xd04170); }), HasSubstr("Raspberry Pi 5: VideoCore VII"));
}

TEST(BoardFacts, RefuseCodesThatMeanNothing) {
  EXPECT_THAT(thrown([] { board_facts(0x0); }), HasSubstr("revision 0x0: not a valid Raspberry Pi revision code"));
  EXPECT_THAT(thrown([] { board_facts(0x16); }), HasSubstr("revision 0x16"));
  EXPECT_THAT(thrown([] { board_facts(0xa09082); }), HasSubstr("unknown processor 9"));
}

}  // namespace
}  // namespace mailbox
