// SPDX-License-Identifier: MIT
#include "daemon/sources/wall_clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <utility>
#include <vector>

#include "daemon/sources/sample_clock.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

constexpr auto kBlockTime = 15ms;

Time at(const char* text) { return *parse_time(text); }

// A machine whose clocks are moved by hand.
class MachineWithClocks {
 public:
  explicit MachineWithClocks(Time now = at("2026-11-21T08:00:00Z")) : system(now) {
    clock.observe([this](nanoseconds by) { steps.push_back(std::chrono::duration<double>(by).count()); });
  }

  void pass(nanoseconds time) {
    steady += time;
    system += time;
  }
  IqBlock block() {
    clock.look();
    return clock.date({.heard = steady - kBlockTime});
  }
  // Blocks as a live source gives them, every 15 ms.
  std::vector<IqBlock> blocks(nanoseconds span) {
    std::vector<IqBlock> given;
    for (const auto end = steady + span; steady < end;) {
      pass(kBlockTime);
      given.push_back(block());
    }
    return given;
  }

  std::chrono::steady_clock::time_point steady{1000s};
  Time system;
  std::optional<bool> synchronized = true;
  nanoseconds held_up{};  // between the readings of the two clocks
  std::vector<double> steps;
  WallClock clock{{.steady = [this] { return steady; },
                   .system =
                       [this] {
                         pass(held_up);
                         return system;
                       },
                   .synchronized = [this] { return synchronized; }}};
};

TEST(WallClock, GivesTheTimeAtWhichABlockWasHeard) {
  MachineWithClocks machine;
  const IqBlock block = machine.block();
  EXPECT_EQ(block.time, machine.system - kBlockTime);
  EXPECT_EQ(block.epoch, (Epoch{.number = 1, .synchronized = true}));
}

TEST(WallClock, LeavesTheTimesOfARecordingAlone) {
  MachineWithClocks machine;
  machine.system += 1h;
  machine.clock.look();
  const Time recorded = at("2001-02-03T04:05:06Z");
  const IqBlock block = machine.clock.date({.time = recorded});
  EXPECT_EQ(block.time, recorded);
  EXPECT_EQ(block.epoch, Epoch{});
}

class AStep : public testing::TestWithParam<const char*> {};

TEST_P(AStep, IsFollowedAtOnceInANewEpoch) {
  MachineWithClocks machine;
  const IqBlock before = machine.blocks(1min).back();
  machine.pass(kBlockTime);
  const double expected = std::chrono::duration<double>(at(GetParam()) - machine.system).count();
  machine.system = at(GetParam());
  const IqBlock after = machine.block();
  EXPECT_EQ(after.time, machine.system - kBlockTime);
  EXPECT_EQ(after.epoch.number, before.epoch.number + 1);
  ASSERT_EQ(machine.steps.size(), 1U);
  EXPECT_NEAR(machine.steps[0], expected, 1e-3);
  const ClockStatus status = machine.clock.status();
  EXPECT_EQ(status.epoch, 2U);
  EXPECT_EQ(status.stepped_at, machine.system);
  EXPECT_NEAR(std::chrono::duration<double>(status.stepped_by).count(), expected, 1e-3);

  Time last = after.time;
  for (const IqBlock& block : machine.blocks(1min)) {
    EXPECT_EQ(block.epoch, after.epoch);
    EXPECT_EQ(block.time - last, kBlockTime);
    last = block.time;
  }
  EXPECT_EQ(machine.steps.size(), 1U) << "each step is reported once";
}

INSTANTIATE_TEST_SUITE_P(WallClock, AStep,
                         testing::Values("2026-11-21T09:01:00Z", "2026-11-21T07:01:00Z", "2026-11-21T08:01:03Z",
                                         "2038-01-19T03:14:08Z", "2106-02-07T06:28:16Z", "1970-01-01T00:00:10Z"),
                         [](const auto& test) {
                           return std::string("To") + std::string(test.param, 4) + "No" + std::to_string(test.index);
                         });

TEST(WallClock, FollowsSmallCorrectionsSlowlyAndNeverBackwards) {
  for (const nanoseconds correction : {900ms, -900ms}) {
    MachineWithClocks machine;
    Time last = machine.block().time;
    machine.system += correction;
    for (const IqBlock& block : machine.blocks(2min)) {
      const double advance = std::chrono::duration<double>(block.time - last).count();
      EXPECT_NEAR(advance, 0.015, 0.015 * 0.0101);
      last = block.time;
    }
    EXPECT_EQ(last, machine.system - kBlockTime);
    EXPECT_TRUE(machine.steps.empty());
    EXPECT_EQ(machine.clock.status().epoch, 1U);
  }
}

TEST(WallClock, TakesNoPauseOfTheProcessForAStep) {
  MachineWithClocks machine;
  (void)machine.blocks(1s);
  machine.pass(20s);  // SIGSTOP, a stalled source
  EXPECT_EQ(machine.block().time, machine.system - kBlockTime);
  machine.held_up = 20s;  // the same between reading one clock and the other
  (void)machine.block();
  machine.held_up = 0s;
  (void)machine.blocks(1s);
  EXPECT_EQ(machine.block().time, machine.system - kBlockTime);
  EXPECT_TRUE(machine.steps.empty());
}

TEST(WallClock, BeginsWithTheClosestOfSeveralReadings) {
  MachineWithClocks machine;
  nanoseconds held_up = 8ms;  // once
  const WallClock clock({.steady = [&] { return machine.steady; },
                         .system =
                             [&] {
                               machine.pass(std::exchange(held_up, 0ms));
                               return machine.system;
                             },
                         .synchronized = [] { return true; }});
  EXPECT_EQ(clock.date({.heard = machine.steady}).time, machine.system);
}

TEST(WallClock, FlagsWhatComesBeforeTheFirstSynchronization) {
  MachineWithClocks machine;
  machine.synchronized = false;
  WallClock clock({.steady = [&] { return machine.steady; },
                   .system = [&] { return machine.system; },
                   .synchronized = [&] { return machine.synchronized; }});
  const auto epoch = [&] {
    machine.pass(2s);
    clock.look();
    return clock.date({.heard = machine.steady}).epoch;
  };
  EXPECT_EQ(epoch(), (Epoch{.number = 1, .synchronized = false}));
  EXPECT_EQ(clock.status().synchronized, false);
  machine.synchronized = true;
  machine.system += 24h;
  EXPECT_EQ(epoch(), (Epoch{.number = 2, .synchronized = true}));
  machine.synchronized = false;  // the time service is gone; the clock is still right
  EXPECT_EQ(epoch(), (Epoch{.number = 2, .synchronized = true}));
  EXPECT_EQ(clock.status().synchronized, false);
}

TEST(WallClock, DoesNotDoubtAClockItCannotAskAbout) {
  MachineWithClocks machine;
  WallClock clock({.steady = [&] { return machine.steady; },
                   .system = [&] { return machine.system; },
                   .synchronized = [] { return std::nullopt; }});
  EXPECT_TRUE(clock.date({.heard = machine.steady}).epoch.synchronized);
  EXPECT_EQ(clock.status().synchronized, std::nullopt);
}

TEST(WallClock, KnowsTheMarkOfTheTimeServiceOfSystemd) {
  const TemporaryFolder folder;
  EXPECT_EQ(timesyncd_synchronized(folder.path("timesync")), std::nullopt) << "no such service";
  std::filesystem::create_directory(folder.path("timesync"));
  EXPECT_EQ(timesyncd_synchronized(folder.path("timesync")), false);
  std::ofstream(folder.path("timesync/synchronized"));
  EXPECT_EQ(timesyncd_synchronized(folder.path("timesync")), true);
}

// Counted samples alone would be 4.3 s off.
TEST(WallClock, StaysRightWithACrystalThatIsOffByFiftyPpm) {
  constexpr double kRate = 2.4e6;
  constexpr std::uint64_t kSamples = 240'000;
  MachineWithClocks machine;
  SampleClock samples(kRate);
  const nanoseconds block(std::llround(kSamples / (kRate * (1 + 50e-6)) * 1e9));
  Time last = machine.system - block;
  for (const auto end = machine.steady + 24h; machine.steady < end;) {
    machine.pass(block);
    (void)samples.arrived(kSamples, machine.steady);
    machine.clock.look();
    const Time time = machine.clock.date({.heard = samples.time_of_block()}).time;
    ASSERT_NEAR(std::chrono::duration<double>(time - (machine.system - block)).count(), 0, 0.002);
    ASSERT_NEAR(std::chrono::duration<double>(time - last).count(), std::chrono::duration<double>(block).count(),
                0.0005);
    last = time;
  }
  EXPECT_TRUE(machine.steps.empty());
}

}  // namespace
}  // namespace spectrumd
