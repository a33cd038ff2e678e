// SPDX-License-Identifier: MIT
#include "daemon/pipeline/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <latch>
#include <thread>

#include "tests/fakes/ticked_clock.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBins = 256;
constexpr std::size_t kBlock = 4 * kBins;  // samples

class EmptySpectrum : public gpufft::Spectrum {
 public:
  void accumulate(std::span<const std::byte>, std::size_t frames, gpufft::PowerRow& row) override {
    row.frames += frames;
  }
  void reset() override {}
};

// Gives what a test lets it give, on the thread of stream(), and ends when the test says so.
class ScriptedSource : public IqSource {
 public:
  using Script = std::function<void(ScriptedSource&, const std::stop_token&)>;

  explicit ScriptedSource(Script script) : script_(std::move(script)) {
    facts_.kind = "scripted";
    facts_.tuned = {.center = {100e6}, .rate = {1e6}, .generation = 1};
  }
  const SourceFacts& facts() const override { return facts_; }
  void check(const Tuning&) const override {}
  void stream(std::stop_token stop, Slot<TuningRequest>&, IqSink& sink) override {
    sink_ = &sink;
    script_(*this, stop);
  }
  void give(std::uint64_t lost_before = 0) {
    next_ += lost_before;
    sink_->take({.bytes = bytes_, .first_sample = next_, .tuned = facts_.tuned});
    next_ += kBlock;
  }

 private:
  const Script script_;
  SourceFacts facts_;
  const std::vector<std::byte> bytes_ = std::vector<std::byte>(2 * kBlock);
  IqSink* sink_ = nullptr;
  std::uint64_t next_ = 0;
};

class SessionTest : public testing::Test {
 protected:
  void start(ScriptedSource::Script script) {
    DspPlan plan;
    plan.analysis.fft = plan.hop = kBins;
    plan.transform.emplace(Transform{std::make_unique<EmptySpectrum>(), {}});
    plan.transform->power.clear(kBins);
    session_ = std::make_unique<Session>(std::make_unique<ScriptedSource>(std::move(script)), std::move(plan), history_,
                                         events_, heartbeats_, taps_, wall_clock_, [this](Transform) { ++retired_; });
    session_->start(0);
  }
  std::vector<std::string> gaps() const {
    std::vector<std::string> texts;
    for (const Event& event : events_.after(0))
      if (event.kind == "gap") texts.push_back(event.text);
    return texts;
  }
  // On the source's thread: until the dsp thread has seen all that was given.
  void wait_for_dsp(const std::stop_token& stop) const {
    while (session_->status().samples.buffered > 0 && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
  }

  TickedClock clock_;
  WallClock wall_clock_{{.steady = clock_.function()}};
  History history_{1 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  SampleTaps taps_;
  int retired_ = 0;
  std::unique_ptr<Session> session_;
};

// The script may run before start() has returned.
TEST_F(SessionTest, LossesAreReportedTenSecondsApartEachSampleOnce) {
  std::latch started(1), done(1);
  start([&](ScriptedSource& source, const std::stop_token& stop) {
    started.wait();
    const auto lose = [&](std::uint64_t samples) {
      source.give(samples);
      wait_for_dsp(stop);
    };
    lose(0);
    lose(100'000);
    lose(7000);
    clock_.advance(9s);
    lose(5000);
    clock_.advance(2s);
    lose(3000);
    clock_.advance(11s);
    lose(1000);
    done.count_down();
  });
  started.count_down();
  done.wait();
  const auto texts = gaps();
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_EQ(texts[0], "100 ms lost");
  EXPECT_EQ(texts[1], "15 ms lost");
  EXPECT_EQ(texts[2], "1 ms lost");
}

TEST_F(SessionTest, AfterTheLastSampleItStopsAndRetiresItsTransform) {
  start([](ScriptedSource& source, const std::stop_token&) { source.give(); });
  const auto is_over = [this] {
    const auto status = session_->status();
    return status.report.state == SourceState::Ended && status.samples.buffered == 0;
  };
  while (!is_over()) std::this_thread::sleep_for(1ms);  // stopping drops what the dsp thread has not seen
  session_->release();
  session_->stop();
  EXPECT_EQ(retired_, 1);
  const SampleCounts counts = session_->status().samples;
  EXPECT_EQ(counts.received, kBlock);
  EXPECT_EQ(counts.processed + counts.discarded, kBlock);
}

}  // namespace
}  // namespace spectrumd
