// SPDX-License-Identifier: MIT
#include "daemon/sources/device/device_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <thread>

#include "tests/daemon/sources/test_sink.h"
#include "tests/fakes/ticked_clock.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// What the devices of a test do; outlives them all, also those that hang.
struct Script {
  std::atomic<bool> there = true, silent = false, hangs = false, breaks = false, known_lost = false;
  std::atomic<int> opened = 0, closed = 0, refusals = 0;
  std::atomic<std::chrono::milliseconds> patience{100ms}, tuning_takes{0ms};
  TickedClock clock;
  std::atomic<double> center = 0;
  std::size_t block_bytes = 4096;
};

class ScriptedDevice : public Device {
 public:
  explicit ScriptedDevice(Script& script) : script_(script) { ++script_.opened; }
  ~ScriptedDevice() override { ++script_.closed; }

  const std::string& description() const override { return description_; }
  Tuned tune(const TuningRequest& request) override {
    script_.center = request.tuning.center.value;
    std::this_thread::sleep_for(script_.tuning_takes.load());
    return {.center = request.tuning.center, .rate = request.tuning.rate, .generation = request.generation};
  }
  void read(const Receive& receive) override {
    const std::vector<std::byte> block(script_.block_bytes);
    for (cancelled_ = false; !cancelled_ || script_.hangs; std::this_thread::sleep_for(1ms)) {
      if (!script_.there) throw DeviceError(Cause::Unplugged, "pulled out");
      if (script_.breaks.exchange(false)) throw DeviceError(Cause::Failed, "broken");
      if (!script_.silent && !script_.hangs) receive(block);
    }
  }
  void cancel() noexcept override { cancelled_ = true; }
  bool lost() const noexcept override { return script_.known_lost; }
  std::chrono::milliseconds patience() const override { return script_.patience; }
  std::size_t unsettled_bytes() const override { return 0; }

 private:
  Script& script_;
  const std::string description_ = "scripted device";
  std::atomic<bool> cancelled_ = false;
};

DeviceKind kind(Script& script) {
  return {.kind = "scripted",
          .description = "a scripted device",
          .check =
              [](const Tuning& tuning) {
                if (tuning.center.value < 0) throw TuningRefused("center", "below zero");
              },
          .open = [&script](const TuningRequest&) -> std::unique_ptr<Device> {
            if (!script.there) throw DeviceError(Cause::Absent, "not there");
            if (script.refusals > 0) {
              --script.refusals;
              throw DeviceError(Cause::Failed, "does not open");
            }
            return std::make_unique<ScriptedDevice>(script);
          }};
}

// Time passes only while the source waits for its next attempt, unless a test says otherwise: a machine that is busy
// has as much patience as an idle one.
class DeviceSourceTest : public testing::Test {
 protected:
  DeviceSourceTest() {
    sink_.on_idle = [this] {
      const SourceState state = sink_.reports.empty() ? SourceState::Opening : sink_.reports.back().state;
      const bool waits = state == SourceState::Absent || state == SourceState::Waiting || state == SourceState::Backoff;
      if (time_passes_ || waits) script_.clock.advance(turn_);
    };
  }

  // Streams until `enough` says so of a report.
  void run_until(std::function<bool(const SourceReport&)> enough) { run_until(source_, std::move(enough)); }
  void run_until(DeviceSource& source, std::function<bool(const SourceReport&)> enough) {
    sink_.on_report = [this, enough = std::move(enough)](const SourceReport& report) {
      if (enough(report)) sink_.stop.request_stop();
    };
    sink_.hear(source);
  }
  std::vector<std::string> states() const {
    std::vector<std::string> states;
    for (const SourceReport& report : sink_.reports)
      if (states.empty() || states.back() != to_string(report.state)) states.emplace_back(to_string(report.state));
    return states;
  }

  // A device that hangs forever needs its script forever.
  static Script& new_script() {
    static auto& scripts = *new std::deque<Script>;
    return scripts.emplace_back();
  }

  Script& script_ = new_script();
  DeviceSource source_{kind(script_), Tuning{}, script_.clock.function()};
  TestSink sink_;
  std::atomic<bool> time_passes_ = false;
  std::chrono::milliseconds turn_ = 20ms;
};

TEST_F(DeviceSourceTest, OpensWarmsAndStreams) {
  run_until([](const SourceReport& report) { return report.state == SourceState::Streaming; });
  EXPECT_EQ(states().front(), "opening");
  EXPECT_EQ(sink_.reports.back().description, "scripted device");
  EXPECT_EQ(script_.opened, 1);
  EXPECT_EQ(script_.closed, 1);
}

TEST_F(DeviceSourceTest, ADeviceThatGoesIsLostAndComesBackWithoutAHoleInTheNumbers) {
  int streams = 0;
  bool streaming = false;
  run_until([&](const SourceReport& report) {
    const bool was = std::exchange(streaming, report.state == SourceState::Streaming);
    if (streaming && !was && ++streams == 1) script_.there = false;
    if (report.state == SourceState::Absent && report.cause == Cause::Absent) script_.there = true;
    return streams == 2;
  });
  EXPECT_EQ(sink_.reports.back().times_lost, 1U);
  std::uint64_t next = 0;
  for (const auto& block : sink_.blocks) {
    EXPECT_EQ(block.first_sample, next);
    next += block.bytes / 2;
  }
  EXPECT_EQ(script_.closed, script_.opened);
}

// Its library may know before its thread has come back with a reason.
TEST_F(DeviceSourceTest, OneThatIsKnownToBeGoneWasUnplugged) {
  run_until([&](const SourceReport& report) {
    if (report.state == SourceState::Streaming) script_.known_lost = true;
    return report.state == SourceState::Lost;
  });
  EXPECT_EQ(sink_.reports.back().cause, Cause::Unplugged);
  EXPECT_EQ(sink_.reports.back().reason, "scripted device: was unplugged");
}

TEST_F(DeviceSourceTest, WhileItIsAwayItReportsWhenTheNextAttemptIsDue) {
  script_.there = false;
  run_until([](const SourceReport& report) { return report.state == SourceState::Absent; });
  EXPECT_FALSE(sink_.reports.front().retry_at.has_value());
  ASSERT_TRUE(sink_.reports.back().retry_at.has_value());
  EXPECT_EQ(*sink_.reports.back().retry_at - script_.clock.now(), 250ms);
}

// One state until a device is there, however often it is looked for, and whatever keeps it from being used.
TEST_F(DeviceSourceTest, OneThatTakesAnyDeviceWaitsUntilThereIsOne) {
  DeviceKind any = kind(script_);
  any.waits = true;
  DeviceSource source(any, Tuning{}, script_.clock.function());
  script_.there = false;
  script_.refusals = 2;
  int attempts = 0;
  run_until(source, [&](const SourceReport& report) {
    if (report.retry_at) {
      EXPECT_EQ(report.cause, ++attempts <= 3 ? Cause::Absent : Cause::Failed);
    }
    if (attempts == 3) script_.there = true;
    return report.state == SourceState::Streaming;
  });
  EXPECT_EQ(attempts, 5);
  const auto all = states();
  ASSERT_GE(all.size(), 3U);
  EXPECT_EQ(all[0], "opening");
  EXPECT_EQ(all[1], "waiting");
  EXPECT_EQ(all.back(), "streaming");
  EXPECT_EQ(std::ranges::count(all, "waiting"), 1);
  EXPECT_EQ(sink_.reports.back().cause, Cause::None);
}

TEST_F(DeviceSourceTest, OneThatTakesAnyDeviceWaitsAgainWhenItIsPulledOut) {
  DeviceKind any = kind(script_);
  any.waits = true;
  DeviceSource source(any, Tuning{}, script_.clock.function());
  run_until(source, [&](const SourceReport& report) {
    if (report.state == SourceState::Streaming) script_.there = false;
    return report.state == SourceState::Waiting;
  });
  const auto all = states();
  ASSERT_GE(all.size(), 3U);
  EXPECT_EQ(all[all.size() - 2], "lost");
  EXPECT_EQ(sink_.reports.back().times_lost, 1U);
}

TEST_F(DeviceSourceTest, SilenceIsAStall) {
  run_until([&](const SourceReport& report) {
    if (report.state == SourceState::Streaming) script_.silent = true, time_passes_ = true;
    return report.state == SourceState::Stalled;
  });
  EXPECT_EQ(sink_.reports.back().cause, Cause::Stalled);
  EXPECT_EQ(script_.closed, 1) << "it was closed, to be opened again";
}

TEST_F(DeviceSourceTest, OneThatHangsIsAbandonedAndNothingOfItArrivesAnyMore) {
  run_until([&](const SourceReport& report) {
    if (report.state == SourceState::Streaming) script_.hangs = true, time_passes_ = true;
    return report.cause == Cause::Wedged;
  });
  const std::size_t arrived = sink_.bytes.size();
  script_.hangs = false;
  while (script_.closed == 0) std::this_thread::yield();
  EXPECT_EQ(sink_.bytes.size(), arrived);
  EXPECT_GT(sink_.idles, 50) << "the waiting thread keeps ticking";
}

TEST_F(DeviceSourceTest, NoMoreThanThreeAreLeftHanging) {
  script_.hangs = true, time_passes_ = true;
  turn_ = 100ms;
  sink_.on_report = [this](const SourceReport& report) {
    if (script_.opened < 3 || report.cause != Cause::Wedged || report.state != SourceState::Backoff) return;
    sink_.on_idle = [this, turns = 0]() mutable {
      script_.clock.advance(1s);
      if (++turns == 60) {
        EXPECT_EQ(script_.opened, 3) << "and a minute has passed";
        EXPECT_EQ(Attempt::alive(), 3) << "which the end of the program must not wait for";
        script_.hangs = false;
      }
      if (script_.opened > 3) sink_.stop.request_stop();
    };
  };
  sink_.hear(source_);
  EXPECT_GE(script_.closed, 1) << "one has to come back before the next attempt";
}

TEST_F(DeviceSourceTest, ThePauseBetweenAttemptsGrowsUntilSamplesCome) {
  script_.refusals = 3;
  std::vector<TickedClock::Clock::duration> pauses;
  bool streaming = false;
  run_until([&](const SourceReport& report) {
    if (report.retry_at) pauses.push_back(*report.retry_at - script_.clock.now());
    if (report.state == SourceState::Streaming && !std::exchange(streaming, true)) script_.breaks = true;
    return pauses.size() == 4;
  });
  EXPECT_TRUE(streaming);
  EXPECT_EQ(pauses, (std::vector<TickedClock::Clock::duration>{250ms, 500ms, 1000ms, 250ms}));
}

TEST_F(DeviceSourceTest, ARequestIsAppliedAndSamplesMeanwhileAreOnlyCounted) {
  sink_.on_block = [this](const TestSink::Block& block) {
    if (sink_.blocks.size() == 3) sink_.requests.put({Tuning{.center = {7e6}}, 2});
    if (block.tuned.generation == 2) sink_.stop.request_stop();
  };
  time_passes_ = true;  // what came before the tuning has to be over
  script_.patience = 1h;
  sink_.hear(source_);
  EXPECT_EQ(sink_.blocks.back().tuned.center, Hertz{7e6});
  EXPECT_EQ(script_.center, 7e6);
  EXPECT_EQ(script_.opened, 1);
}

TEST_F(DeviceSourceTest, AnotherRateLongAfterItWasOpenedDoesNotOpenItAgain) {
  script_.patience = 1h;
  int idles_then = 0;
  sink_.on_block = [&](const TestSink::Block& block) {
    if (sink_.blocks.size() == 3) {
      script_.clock.advance(40s);
      idles_then = sink_.idles;
    }
    if (sink_.blocks.size() > 3 && block.tuned.generation == 1 && sink_.idles > idles_then + 3) {
      script_.tuning_takes = 100ms;
      sink_.requests.put({Tuning{.rate = {1e6}}, 2});
      time_passes_ = true;  // what came before the tuning has to be over
    }
    if (block.tuned.generation == 2 && sink_.idles > idles_then + 40) sink_.stop.request_stop();
  };
  sink_.hear(source_);
  EXPECT_EQ(script_.opened, 1);
  EXPECT_EQ(sink_.blocks.back().tuned.rate, Hertz{1e6});
}

TEST_F(DeviceSourceTest, ARequestMadeWhileItIsAwayIsAppliedWhenItIsBack) {
  script_.there = false;
  int absences = 0;
  run_until([&](const SourceReport& report) {
    if (report.state == SourceState::Absent && ++absences == 1) sink_.requests.put({Tuning{.center = {8e6}}, 2});
    if (absences == 2) script_.there = true;
    return report.state == SourceState::Streaming;
  });
  EXPECT_EQ(script_.center, 8e6);
}

TEST_F(DeviceSourceTest, BlocksThatEndWithinASampleArePutTogether) {
  script_.block_bytes = 4097;
  sink_.on_block = [this](const TestSink::Block&) {
    if (sink_.blocks.size() == 10) sink_.stop.request_stop();
  };
  sink_.hear(source_);
  for (const auto& block : sink_.blocks) EXPECT_EQ(block.bytes % 2, 0U);
  EXPECT_GE(sink_.bytes.size(), 10 * std::size_t{4096});
}

TEST_F(DeviceSourceTest, RefusesWhatTheKindRefuses) {
  EXPECT_THROW(source_.check(Tuning{.center = {-1}}), TuningRefused);
  EXPECT_THROW(DeviceSource(kind(script_), Tuning{.center = {-1}}), TuningRefused);
}

}  // namespace
}  // namespace spectrumd
