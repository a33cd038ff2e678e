// SPDX-License-Identifier: MIT
#include "daemon/pipeline/dsp_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

#include "daemon/pipeline/view.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Stands in for a transform: notes where each frame began, read from samples that carry their own number.
class NotingSpectrum : public gpufft::Spectrum {
 public:
  NotingSpectrum(std::size_t bins, std::size_t hop, std::vector<std::uint32_t>& frames)
      : bins_(bins), hop_(hop), frames_(frames) {}
  void accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) override {
    ASSERT_GE(iq.size(), ((frames - 1) * hop_ + bins_) * 4);
    for (std::size_t i = 0; i < frames; ++i) {
      std::uint32_t sample = 0;
      std::memcpy(&sample, iq.data() + i * hop_ * 4, 4);
      frames_.push_back(sample);
    }
    for (auto& power : row.sum) power += static_cast<float>(frames);
    row.max = row.min = std::vector<float>(row.sum.size(), 1);
    row.frames += frames;
  }
  void reset() override { ++resets; }
  int resets = 0;

 private:
  std::size_t bins_, hop_;
  std::vector<std::uint32_t>& frames_;
};

class DspLoopTest : public testing::Test {
 protected:
  static constexpr double kRate = 100'000;

  void start(std::size_t fft, double hop, double rows, bool live = true) {
    facts_.format = gpufft::SampleFormat::Cs16;  // four bytes a sample: room for its number
    facts_.live = live;
    loop_ = std::make_unique<DspLoop>(ring_, facts_, plan(fft, hop, rows),
                                      DspLoop::Outlets{.row = [this](RowPtr row) { rows_.push_back(row); },
                                                       .gap = [this](std::uint64_t lost) { gaps_.push_back(lost); },
                                                       .retire = [this](Transform) { ++retired_; }});
  }
  static DspPlan without_transform(std::size_t fft, double hop, double rows) {
    DspPlan plan;
    plan.analysis.fft = fft;
    plan.analysis.hop = hop;
    plan.analysis.rows = rows;
    plan.hop = static_cast<std::size_t>(hop * static_cast<double>(fft));
    return plan;
  }
  DspPlan plan(std::size_t fft, double hop, double rows) {
    DspPlan plan = without_transform(fft, hop, rows);
    plan.transform.emplace(Transform{std::make_unique<NotingSpectrum>(fft, plan.hop, frames_), {}});
    plan.transform->power.clear(fft);
    return plan;
  }
  void put(std::size_t samples) {
    std::vector<std::uint32_t> data(samples);
    std::iota(data.begin(), data.end(), static_cast<std::uint32_t>(next_));
    const auto time =
        Time(std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(next_) / kRate * 1e9)));
    IqBlock block{
        .bytes = std::as_bytes(std::span(data)), .first_sample = next_, .time = time + stepped_, .tuned = tuned_};
    block.epoch = epoch_;
    ASSERT_TRUE(ring_.put(block));
    next_ += samples;
  }
  // Runs the loop until all there is has been used.
  void run() {
    ring_.end();
    std::jthread thread([this](const std::stop_token& stop) { loop_->run(stop, 0, heartbeats_); });
    while (!ring_.drained()) std::this_thread::sleep_for(1ms);
  }

  IqRing ring_{4 << 20, 4};
  SourceFacts facts_;
  Tuned tuned_{{100e6}, {kRate}, {}, 0, 1};
  std::uint64_t next_ = 0;
  std::chrono::nanoseconds stepped_{};
  Epoch epoch_;
  std::vector<std::uint32_t> frames_;
  std::vector<RowPtr> rows_;
  std::vector<std::uint64_t> gaps_;
  std::atomic<int> retired_ = 0;
  Heartbeats heartbeats_;
  std::unique_ptr<DspLoop> loop_;
};

TEST_F(DspLoopTest, UsesEveryFrameOnceAndInOrder) {
  start(256, 1.0, 10);
  for (int i = 0; i < 100; ++i) put(997);
  run();
  ASSERT_EQ(frames_.size(), 99700U / 256);
  for (std::size_t i = 0; i < frames_.size(); ++i) ASSERT_EQ(frames_[i], i * 256);
  const SampleCounts counts = ring_.counts();
  EXPECT_EQ(counts.received, 99700U);
  EXPECT_EQ(counts.processed, frames_.size() * 256);
  EXPECT_EQ(counts.discarded, 99700U % 256);
}

TEST_F(DspLoopTest, OverlappedFramesCountASampleOnce) {
  start(256, 0.25, 10);
  for (int i = 0; i < 10; ++i) put(1000);
  run();
  ASSERT_EQ(frames_.size(), (10000U - 256) / 64 + 1);
  for (std::size_t i = 0; i < frames_.size(); ++i) ASSERT_EQ(frames_[i], i * 64);
  EXPECT_EQ(ring_.counts().processed, frames_.back() + 256U);
  EXPECT_EQ(ring_.counts().received, 10000U);
}

TEST_F(DspLoopTest, RowsOfTheDemoBandSaySo) {
  facts_.demo = true;
  start(256, 1.0, 10);
  put(25'000);
  run();
  ASSERT_FALSE(rows_.empty());
  for (const RowPtr& row : rows_) EXPECT_TRUE(row->flags & kRowSimulated);
}

TEST_F(DspLoopTest, NoRowSpansAStepOfTheClock) {
  start(256, 1.0, 10);
  epoch_ = {.number = 1, .synchronized = false};
  put(25'000);  // two rows and a half
  epoch_ = {.number = 2, .synchronized = true};
  stepped_ = -1h;
  put(25'000);
  run();
  const auto first_after = std::ranges::find(rows_, 2U, [](const RowPtr& row) { return row->epoch; });
  ASSERT_EQ(first_after - rows_.begin(), 3) << "the row under way ended at the step";
  std::uint64_t ffts = 0;
  for (const RowPtr& row : rows_) {
    const bool before = row->epoch == 1;
    EXPECT_EQ(row->flags & kRowUnsynchronized, before ? kRowUnsynchronized : 0);
    EXPECT_EQ(row->time < Time(), !before);
    EXPECT_GT(row->duration, 0ns);
    EXPECT_LT(row->duration, 110ms);
    ffts += row->ffts;
  }
  EXPECT_EQ((*first_after)->time, Time(250ms - 1h));
  EXPECT_EQ(ffts, 2 * (25'000U / 256)) << "what is too short for a frame is all that is lost";
}

TEST_F(DspLoopTest, RowsFollowTheSampleClockWithoutDrift) {
  start(256, 1.0, 30);  // 3333.3 samples, so 13.02 frames: 13 in most rows
  for (int i = 0; i < 10; ++i) put(100'000);
  run();
  ASSERT_NEAR(static_cast<double>(rows_.size()), 300, 1);
  std::uint64_t ffts = 0;
  for (std::size_t i = 0; i + 1 < rows_.size(); ++i) {
    const Row& row = *rows_[i];
    EXPECT_EQ(row.sequence, i + 1);
    EXPECT_EQ(row.time + row.duration, rows_[i + 1]->time) << "row " << i;
    EXPECT_TRUE(row.ffts == 13 || row.ffts == 14) << row.ffts;
    EXPECT_DOUBLE_EQ(row.coverage, 1);
    ffts += row.ffts;
    const double ideal = static_cast<double>(i + 1) * kRate / 30;
    EXPECT_NEAR(static_cast<double>(ffts * 256), ideal, 256);
  }
}

TEST_F(DspLoopTest, ARowShorterThanAFrameIsOneFrame) {
  start(4096, 1.0, 100);
  put(100'000);
  run();
  ASSERT_EQ(rows_.size(), 100'000U / 4096);
  for (const RowPtr& row : rows_) EXPECT_EQ(row->ffts, 1U);
}

TEST_F(DspLoopTest, AGapIsFlaggedCountedAndLowersTheCoverage) {
  start(256, 1.0, 10);
  put(5120);
  next_ += 1000;
  put(20'000);
  run();
  ASSERT_GE(rows_.size(), 2U);
  EXPECT_TRUE(rows_[0]->flags & kRowGap);
  EXPECT_NEAR(rows_[0]->coverage, 0.9, 0.02);
  EXPECT_FALSE(rows_[1]->flags & kRowGap);
  EXPECT_DOUBLE_EQ(rows_[1]->coverage, 1);
  EXPECT_EQ(gaps_, std::vector<std::uint64_t>{1000});
  EXPECT_EQ(rows_[0]->time + rows_[0]->duration, rows_[1]->time);
}

TEST_F(DspLoopTest, ALongGapDoesNotStretchTheRowsAfterIt) {
  start(256, 1.0, 10);
  put(2560);
  next_ += 1'000'000;
  put(30'720);
  run();
  ASSERT_GE(rows_.size(), 3U);
  EXPECT_LT(rows_[0]->coverage, 0.01);
  EXPECT_LE(rows_[1]->duration, 110ms);
  EXPECT_NEAR(std::chrono::duration<double>(rows_[1]->time - Time{}).count(), 1'002'560 / kRate, 1e-6);
}

TEST_F(DspLoopTest, DiscardsAndCountsTheFirstFramesAfterARetune) {
  start(256, 1.0, 10);
  put(10'000);
  tuned_.center = {101e6};
  tuned_.generation = 2;
  put(20'000);
  run();
  const std::uint64_t settling = 1000;  // 10 ms, however long a frame is
  EXPECT_EQ(ring_.counts().discarded, 10'000U % 256 + settling + (20'000U - settling) % 256);
  const auto after = std::find_if(rows_.begin(), rows_.end(), [](const RowPtr& row) { return row->generation == 2; });
  ASSERT_NE(after, rows_.end());
  EXPECT_TRUE((*after)->flags & kRowRetuned);
  EXPECT_EQ((*after)->center, Hertz{101e6});
  EXPECT_EQ((*after)->time, Time(std::chrono::nanoseconds((10'000 + settling) * 10'000)));
  for (const RowPtr& row : rows_) EXPECT_EQ(row->center == Hertz{101e6}, row->generation == 2);
  for (const std::uint32_t frame : frames_)
    EXPECT_TRUE(frame + 256 <= 10'000 || frame >= 10'000 + settling) << "a frame mixes both tunings: " << frame;
}

TEST_F(DspLoopTest, ARecordingNeedsNoSettling) {
  start(256, 1.0, 10, false);
  put(2560);
  tuned_.generation = 2;
  put(2560);
  run();
  EXPECT_EQ(ring_.counts().discarded, 0U);
}

TEST_F(DspLoopTest, ANewPlanStartsANewRow) {
  start(256, 1.0, 10);
  put(50'000);
  loop_->replan(plan(1024, 0.5, 20));
  run();
  ASSERT_FALSE(rows_.empty());
  EXPECT_EQ(rows_.back()->bins(), 1024U);
  EXPECT_EQ(ring_.counts().received, 50'000U);
  EXPECT_EQ(retired_, 2);  // the one before and, at the end, its own
}

TEST_F(DspLoopTest, APlanWithoutATransformKeepsTheOneOnItsWay) {
  start(256, 1.0, 10);
  put(50'000);
  loop_->replan(plan(1024, 0.5, 20));
  loop_->replan(without_transform(1024, 0.5, 100));
  run();
  ASSERT_GE(rows_.size(), 45U);
  EXPECT_EQ(rows_.back()->bins(), 1024U);
  EXPECT_EQ(retired_, 2);
}

TEST_F(DspLoopTest, APlanThatIsPassedOverIsRetired) {
  start(256, 1.0, 10);
  put(50'000);
  loop_->replan(plan(1024, 0.5, 20));
  loop_->replan(plan(512, 1.0, 20));
  EXPECT_EQ(retired_, 1);
  run();
  EXPECT_EQ(rows_.back()->bins(), 512U);
  EXPECT_EQ(retired_, 3);
}

TEST_F(DspLoopTest, WithoutATransformSamplesAreDiscardedUntilTheNextOne) {
  start(256, 1.0, 10);
  loop_->release();
  put(50'000);
  std::jthread thread([this](const std::stop_token& stop) { loop_->run(stop, 0, heartbeats_); });
  while (ring_.counts().discarded < 49'000) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(retired_, 1);
  loop_->replan(plan(256, 1.0, 10));
  while (ring_.counts().processed < 30'000) {  // it is seen between two stretches
    put(1000);
    std::this_thread::sleep_for(1ms);
  }
  ring_.end();
  while (!ring_.drained()) std::this_thread::sleep_for(1ms);
  thread = {};
  ASSERT_FALSE(rows_.empty());
  EXPECT_TRUE(rows_.front()->flags & kRowGap);
  EXPECT_LT(rows_.front()->coverage, 0.5);
  const SampleCounts counts = ring_.counts();
  EXPECT_EQ(counts.received, counts.processed + counts.discarded);
}

}  // namespace
}  // namespace spectrumd
