// SPDX-License-Identifier: MIT
#include "mailbox/launchers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "mailbox/performance_counters.h"
#include "tests/mailbox/fake_board.h"
#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Writes = std::vector<std::pair<Register, std::uint32_t>>;

// V3D that ends a given number of programs.
class ObedientBoard : public FakeBoard {
 public:
  explicit ObedientBoard(std::uint32_t ended) { ended_ = ended; }
  std::uint32_t read(Register which) override {
    return which == Register::ProgramStatus ? ended_ << 16 : FakeBoard::read(which);
  }

 private:
  std::uint32_t ended_;
};

constexpr std::array kTwoJobs{Job{{0xC000'0100}, {0xC000'0000}}, Job{{0xC000'0200}, {0xC000'0040}}};

TEST(RegisterLauncher, WritesTheDocumentedSequence) {
  ObedientBoard board(2);
  RegisterLauncher(board).run(kTwoJobs, milliseconds(1000));
  const Writes expected{
      {Register::DebugConfig, 0},
      {Register::QpuInterruptEnable, 0},
      {Register::QpuInterruptControl, 0xFFFF'FFFF},
      {Register::L2CacheControl, 4},
      {Register::SliceCacheControl, 0x0F0F'0F0F},
      {Register::ProgramStatus, 1 << 7 | 1 << 8 | 1 << 16},
      {Register::UniformsAddress, 0xC000'0100},
      {Register::ProgramAddress, 0xC000'0000},
      {Register::UniformsAddress, 0xC000'0200},
      {Register::ProgramAddress, 0xC000'0040},
  };
  EXPECT_EQ(board.writes, expected);
}

TEST(RegisterLauncher, GivesUpOnProgramsThatNeverEnd) {
  ObedientBoard board(1);
  EXPECT_THAT(thrown([&] { RegisterLauncher(board).run(kTwoJobs, milliseconds(5)); }),
              HasSubstr("1 of 2 programs have not ended in 5 ms, they hang; power-cycle the QPUs"));
}

TEST(RegisterLauncher, RefusesMoreProgramsThanTheQueueTakes) {
  FakeBoard board;
  const std::vector<Job> jobs(17);
  EXPECT_THAT(thrown([&] { RegisterLauncher(board).run(jobs, milliseconds(5)); }), HasSubstr("17 programs"));
  EXPECT_THAT(thrown([&] { RegisterLauncher(board).run({}, milliseconds(5)); }), HasSubstr("0 programs"));
  EXPECT_EQ(board.writes, Writes{});
}

TEST(RegisterLauncher, LooksWhetherV3dIsThere) {
  FakeBoard board;
  board.registers[Register::Ident0] = kPoweredOff;
  EXPECT_THAT(thrown([&] { RegisterLauncher launcher(board); }), HasSubstr("powered off (reads 0xdeadbeef)"));
  board.registers[Register::Ident0] = 0;
  EXPECT_THAT(thrown([&] { RegisterLauncher launcher(board); }), HasSubstr("reads 0x00000000 instead of 0x02443356"));
}

TEST(MailboxLauncher, HandsOverThePairsOfUniformsAndCode) {
  FakeBoard board;
  Mailbox mailbox(board);
  MailboxLauncher launcher(mailbox);
  launcher.run(kTwoJobs, milliseconds(300));
  EXPECT_EQ(board.calls.back(), (FakeBoard::Call{Tag::ExecuteQpu, {2, 0x5C00'1000, 0, 300}}));
  const Mapping control = board.map({}, 16);
  EXPECT_THAT(std::vector(control.words().begin(), control.words().end()),
              testing::ElementsAre(0xC000'0100, 0xC000'0000, 0xC000'0200, 0xC000'0040));
}

TEST(PerformanceCounters, AreSetUpReadAndStopped) {
  FakeBoard board;
  {
    const PerformanceCounters counters(board, std::array{Event::QpuBusyClocks, Event::TmuMisses});
    const Writes expected{{Register::CounterEnable, 0},
                          {Register::CounterClear, 0xFFFF},
                          {Register{0x684}, 16},
                          {Register{0x68C}, 25},
                          {Register::CounterEnable, 0x8000'0003}};
    EXPECT_EQ(board.writes, expected);
    board.registers[Register{0x680}] = 500;
    board.registers[Register{0x688}] = 3;
    EXPECT_EQ(counters.counts(), (std::vector{500u, 3u}));
  }
  EXPECT_EQ(board.registers[Register::CounterEnable], 0u);
}

TEST(PerformanceCounters, AreSixteen) {
  FakeBoard board;
  const std::vector<Event> events(17, Event::L2Hits);
  EXPECT_THAT(thrown([&] { PerformanceCounters counters(board, events); }),
              HasSubstr("16 performance counters, 17 requested"));
}

}  // namespace
}  // namespace mailbox
