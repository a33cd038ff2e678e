// SPDX-License-Identifier: MIT
#include "daemon/pipeline/past_samples.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <random>
#include <thread>

#include "daemon/pipeline/sample_taps.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Tuned kTuned{.center = {100e6}, .rate = {1e4}, .generation = 1};
constexpr Time kBegin{};

// Samples of 4 bytes, each of which is its number.
class NumberedBlocks {
 public:
  IqBlock next(std::size_t samples, const Tuned& tuned = kTuned) {
    numbers_.resize(samples);
    for (std::size_t i = 0; i < samples; ++i) numbers_[i] = static_cast<std::uint32_t>(next_ + i);
    const IqBlock block{.bytes = std::as_bytes(std::span(numbers_)),
                        .first_sample = next_,
                        .time = kBegin + std::chrono::microseconds(100 * next_),
                        .tuned = tuned};
    next_ += samples;
    return block;
  }
  void lose(std::uint64_t samples) { next_ += samples; }
  std::uint64_t given() const { return next_; }

 private:
  std::uint64_t next_ = 0;
  std::vector<std::uint32_t> numbers_;
};

// Notes the numbers of the samples it gets, and whether they are what their blocks say.
class NumbersTap : public SampleTap {
 public:
  void take(const IqBlock& block) override {
    for (std::size_t i = 0; i < block.bytes.size() / 4; ++i) {
      std::uint32_t number = 0;
      std::memcpy(&number, block.bytes.data() + 4 * i, 4);
      wrong_ += number != static_cast<std::uint32_t>(block.first_sample + i);
      seam_ += !numbers_.empty() && number != numbers_.back() + 1;
      numbers_.push_back(number);
    }
    wrong_ += block.time != kBegin + std::chrono::microseconds(100 * block.first_sample);
  }
  void end(const std::string&) override {}
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  int wrong() const { return wrong_; }
  int seams() const { return seam_; }

 private:
  std::vector<std::uint32_t> numbers_;
  int wrong_ = 0, seam_ = 0;
};

class PastSamplesTest : public testing::Test {
 protected:
  PastSamplesTest() { keep(); }
  void keep() { taps_.keep_past(std::make_unique<PastSamples>(80'000, gpufft::SampleFormat::Cs16)); }  // 2 s
  void give(std::size_t samples, const Tuned& tuned = kTuned) { taps_.take(blocks_.next(samples, tuned)); }
  std::vector<std::uint32_t> past(double seconds) {
    const auto tap = std::make_shared<NumbersTap>();
    taps_.add(tap, seconds);
    taps_.remove(*tap);
    EXPECT_EQ(tap->wrong(), 0);
    return tap->numbers();
  }

  SampleTaps taps_;
  NumberedBlocks blocks_;
};

TEST_F(PastSamplesTest, GivesTheLastSecondsToTheSample) {
  for (int n = 0; n < 100; ++n) give(701);
  const auto samples = past(1.5);
  ASSERT_EQ(samples.size(), 15'000U);
  EXPECT_EQ(samples.front(), blocks_.given() - 15'000);
  EXPECT_EQ(samples.back(), blocks_.given() - 1);
}

TEST_F(PastSamplesTest, GivesWhatThereIsWhereThatIsLess) {
  EXPECT_TRUE(past(1).empty());
  give(701);
  EXPECT_EQ(past(1).size(), 701U);
  for (int n = 0; n < 100; ++n) give(701);
  EXPECT_GE(past(60).size(), 20'000U) << "as much as memory holds";
  EXPECT_LE(past(60).size(), 22'000U);
}

TEST_F(PastSamplesTest, KeepsTheEndOfABlockThatIsLargerThanItself) {
  give(50'000);
  const auto samples = past(1);
  ASSERT_EQ(samples.size(), 10'000U);
  EXPECT_EQ(samples.front(), 40'000U);
}

TEST_F(PastSamplesTest, CountsLostSamplesAsTime) {
  give(5000);
  blocks_.lose(8000);
  give(5000);
  const auto samples = past(1.5);
  ASSERT_EQ(samples.size(), 7000U);
  EXPECT_EQ(samples.front(), 3000U);
  EXPECT_EQ(past(1).size(), 5000U) << "the gap is before";
}

TEST_F(PastSamplesTest, GoesBackToAChangeOfTheRateButThroughRetunes) {
  Tuned retuned = kTuned, faster = kTuned;
  retuned.center = {101e6};
  faster.rate = {2e4};
  give(5000, faster);
  give(3000);
  give(2000, retuned);
  EXPECT_EQ(past(2).size(), 5000U);
}

TEST_F(PastSamplesTest, EndsWhereTheRadioWasAway) {
  give(5000);
  IqBlock block = blocks_.next(3000);
  block.resumed = true;
  taps_.take(block);
  give(2000);
  EXPECT_EQ(past(2).size(), 5000U);
}

TEST_F(PastSamplesTest, LeavesOutASweep) {
  give(5000);
  for (int n = 0; n < 10; ++n) taps_.take(blocks_.next(3000), SampleTaps::Past::Skipped);
  EXPECT_EQ(past(2).size(), 5000U) << "the last that was kept";
  give(1000);
  EXPECT_EQ(past(2).size(), 1000U) << "that was too long ago";
}

TEST_F(PastSamplesTest, ForgetsAnotherSource) {
  give(5000);
  const std::uint64_t serial = taps_.past_serial();
  keep();
  EXPECT_NE(taps_.past_serial(), serial);
  EXPECT_TRUE(past(1).empty());
  taps_.keep_past(nullptr);
  give(5000);
  EXPECT_TRUE(past(1).empty());
}

// Blocks come on one thread, taps on another: what a tap gets has no seam where its past ends. There is memory enough
// that a thread that does not get to run for a second is not overtaken.
TEST_F(PastSamplesTest, MeetsThePresentWithoutASeam) {
  taps_.keep_past(std::make_unique<PastSamples>(std::size_t{32} << 20, gpufft::SampleFormat::Cs16));
  std::atomic<bool> stopped = false;
  std::atomic<int> blocks = 0;
  std::jthread source([&] {
    std::mt19937 random(1);
    for (; !stopped; ++blocks) {
      give(std::uniform_int_distribution<std::size_t>(1, 700)(random));
      std::this_thread::sleep_for(20us);
    }
  });
  for (int n = 0; n < 100; ++n) {
    const auto tap = std::make_shared<NumbersTap>();
    taps_.add(tap, 0.01 * n);
    for (const int until = blocks + 10; blocks < until;) std::this_thread::yield();
    taps_.remove(*tap);
    for (const int until = blocks + 2; blocks < until;) std::this_thread::yield();  // it may be getting one
    EXPECT_EQ(tap->wrong(), 0) << n;
    EXPECT_EQ(tap->seams(), 0) << n;
    EXPECT_GT(tap->numbers().size(), 0U) << n;
  }
  stopped = true;
}

// The source overwrites what the reader copies all the time: that is left out, never mixed into what is read.
TEST_F(PastSamplesTest, GivesNothingThatIsOverwrittenWhileItIsRead) {
  taps_.keep_past(std::make_unique<PastSamples>(1, gpufft::SampleFormat::Cs16));  // a page
  std::atomic<bool> stopped = false;
  std::jthread source([&] {
    while (!stopped) give(300);
  });
  NumbersTap tap;
  std::vector<std::byte> buffer(kPastPieceBytes);
  PastCursor cursor;
  while (tap.numbers().size() < 50'000)
    if (const auto piece = taps_.read_past(cursor, buffer)) tap.take(*piece);
  stopped = true;
  EXPECT_EQ(tap.wrong(), 0);
}

TEST(PastSamplesAlone, FindsWhatIsOverwrittenWhileItIsRead) {
  PastSamples past(1, gpufft::SampleFormat::Cs16);
  NumberedBlocks blocks;
  const auto put = [&](const IqBlock& block) {
    past.reserve(block);
    past.copy(block);
    past.commit(block);
  };
  put(blocks.next(700));
  PastCursor cursor;
  const auto stretch = past.find(cursor, 400);
  ASSERT_TRUE(stretch);
  EXPECT_EQ(stretch->samples, 100U);
  EXPECT_TRUE(past.has(*stretch));
  past.reserve(blocks.next(past.bytes()));
  EXPECT_FALSE(past.has(*stretch)) << "before a sample is copied";
  EXPECT_FALSE(past.find(cursor, 400));
}

// A source that loses samples all the time makes a piece of each block.
TEST_F(PastSamplesTest, ForgetsTheOldestOfTooManyPiecesRatherThanAllocating) {
  for (int n = 0; n < 5000; ++n) {
    give(3);
    blocks_.lose(1);
  }
  const auto samples = past(2);
  EXPECT_EQ(samples.size(), 3U * 1024);
  EXPECT_EQ(samples.back(), blocks_.given() - 2);
}

TEST(PlanPast, KeepsWhatFits) {
  constexpr std::uint64_t kMemory = std::uint64_t{2} << 30;
  const auto plan = [](double seconds) { return plan_past(seconds, gpufft::SampleFormat::Cu8, {2.4e6}, kMemory); };
  EXPECT_EQ(plan(0).bytes, 0U);
  EXPECT_EQ(plan(2).bytes, 9'600'000U);
  EXPECT_EQ(plan(2).seconds, 2);
  EXPECT_EQ(plan(20).bytes, 96'000'000U);
  EXPECT_EQ(plan(600).bytes, kMemory / 4);
  EXPECT_EQ(plan_past(2, gpufft::SampleFormat::Cs16, {20e6}, kMemory).bytes, kMemory / 128)
      << "the usual is kept small";
  EXPECT_EQ(plan_past(2, gpufft::SampleFormat::Cf32, {1e9}, kMemory * 64).bytes, std::size_t{64} << 20);
}

TEST(PlanPast, RefusesMoreThanTheMemoryAllows) {
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
  EXPECT_NO_THROW(check_past(2, gpufft::SampleFormat::Cs16, {20e6}, kMemory));
  EXPECT_NO_THROW(check_past(50, gpufft::SampleFormat::Cu8, {2.4e6}, kMemory));
  try {
    check_past(60, gpufft::SampleFormat::Cu8, {2.4e6}, kMemory);
    FAIL() << "accepted";
  } catch (const TuningRefused& refused) {
    EXPECT_EQ(refused.field, "ring.seconds");
    EXPECT_STREQ(
        refused.what(),
        "ring.seconds: 60 s at 2.4MS/s are 275 MiB, but only 256 MiB of memory may be used; at most 55.9 s are "
        "possible");
  }
}

}  // namespace
}  // namespace spectrumd
