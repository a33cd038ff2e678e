// SPDX-License-Identifier: MIT
// The memory of a receiver: its samples, the past, transforms.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "daemon/pipeline/workload.h"
#include "tests/daemon/pipeline/receiver_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// The address space of the ring: it appears twice.
std::size_t ring_megabytes() {
  std::ifstream maps("/proc/self/maps");
  std::size_t bytes = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("spectrumd-samples") == std::string::npos) continue;
    std::size_t used = 0;
    const std::size_t from = std::stoull(line, &used, 16);
    bytes += std::stoull(line.substr(used + 1), nullptr, 16) - from;
  }
  return bytes >> 20;
}

TEST_F(ReceiverTest, TakesNoMoreMemoryForSamplesThanIsReasonableWhateverTheRate) {
  const auto file = std::filesystem::path(testing::TempDir()) / ("fast." + std::to_string(getpid()) + ".cf32");
  std::ofstream(file) << std::string(1 << 20, 'x');
  settings_.source = "file:" + file.string();
  settings_.tuning.rate = Hertz{100e6};
  settings_.ring_seconds = 0;
  start();
  const std::size_t megabytes = ring_megabytes();
  EXPECT_GE(megabytes, 2U * 64);
  EXPECT_LE(megabytes, 2U * 70) << "two seconds would be 1600 MB";
  receiver_.reset();
  std::filesystem::remove(file);
}

// Seconds of the past, and whether all of it is at the rate in use.
double seconds_kept(const Receiver& receiver, SampleTaps& taps) {
  std::vector<std::byte> buffer(kPastPieceBytes);
  PastCursor cursor = taps.begin_past(1000);
  double bytes = 0;
  while (const auto piece = taps.read_past(cursor, buffer)) bytes += static_cast<double>(piece->bytes.size());
  return bytes / 2 / receiver.status().tuned.rate.value;
}

TEST_F(ReceiverTest, KeepsThePastOfItsBandButNoneOfASweep) {
  settings_.tuning.rate = {250e3};
  settings_.ring_seconds = 0.5;
  start();
  const auto kept = [this] { return seconds_kept(*receiver_, receiver_->taps()); };
  EXPECT_TRUE(eventually([&] { return kept() >= 0.5; }));
  EXPECT_LT(kept(), 0.6) << "whole pages";
  Tuning sweep = settings_.tuning;
  sweep.span = Span{{98e6}, {103e6}};
  receiver_->retune(sweep);
  const auto newest = [this] {
    std::vector<std::byte> buffer(kPastPieceBytes);
    PastCursor cursor = receiver_->taps().begin_past(1000);
    std::uint64_t sample = 0;
    while (const auto piece = receiver_->taps().read_past(cursor, buffer)) sample = piece->first_sample;
    return sample;
  };
  ASSERT_TRUE(rows_reach(history_.latest()->sequence + 2));
  const std::uint64_t before = newest();
  ASSERT_TRUE(rows_reach(history_.latest()->sequence + 2));
  EXPECT_EQ(newest(), before);
}

TEST_F(ReceiverTest, ResizesThePastForAnotherRateOrLength) {
  settings_.tuning.rate = {250e3};
  settings_.ring_seconds = 0.2;
  start();
  EXPECT_NEAR(static_cast<double>(receiver_->taps().past_bytes()), 100e3, 5e3);
  Tuning faster = settings_.tuning;
  faster.rate = {1e6};
  receiver_->retune(faster);
  EXPECT_NEAR(static_cast<double>(receiver_->taps().past_bytes()), 400e3, 5e3);
  settings_.ring_seconds = 0;
  receiver_->adopt(settings_);
  EXPECT_EQ(receiver_->taps().past_bytes(), 0U);
}

TEST_F(ReceiverTest, KeepsAsMuchOfThePastAsBeforeASweepThatCannotBePlanned) {
  settings_.backend = "cpu";
  settings_.tuning.rate = {250e3};
  settings_.ring_seconds = 0.2;
  start();
  ASSERT_TRUE(rows_reach(2));
  Tuning sweep = settings_.tuning;
  sweep.rate = {1e6};
  sweep.span = Span{{98e6}, {103e6}};
  Analysis analysis = settings_.analysis;
  analysis.fft = 8192;
  setenv("GPUFFT_CPU_TARGET", "abacus", 1);
  receiver_->change(sweep, analysis);
  ASSERT_TRUE(eventually([&] { return !receiver_->status().planning; }));
  unsetenv("GPUFFT_CPU_TARGET");
  EXPECT_EQ(receiver_->status().tuning, settings_.tuning);
  EXPECT_NEAR(static_cast<double>(receiver_->taps().past_bytes()), 100e3, 5e3);
}

TEST_F(ReceiverTest, RefusesMoreOfThePastThanThereIsMemoryFor) {
  settings_.ring_seconds = 86400;
  try {
    start();
    FAIL() << "accepted";
  } catch (const TuningRefused& refused) {
    EXPECT_EQ(refused.field, "ring.seconds");
  }
  settings_.ring_seconds = 2;
  start();
  EXPECT_THROW(receiver_->check_past(86400), TuningRefused);
  EXPECT_NO_THROW(receiver_->check_past(0));
}

// What the process has and what it may have are files here.
class ShortOfMemory : public ReceiverTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(root_ / "proc/self");
    std::filesystem::create_directories(root_ / "sys/fs/cgroup");
    std::ofstream(root_ / "proc/self/cgroup") << "0::/\n";
    uses(40);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void uses(std::uint64_t mib) const {
    std::ofstream(root_ / "proc/self/status") << "RssAnon: " << (mib << 10) << " kB\n";
  }
  void start_with(std::uint64_t mib) {
    std::ofstream(root_ / "sys/fs/cgroup/memory.high") << (mib << 20) << '\n';
    receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_, ProcessMemory(root_));
  }
  static std::uint64_t needed_for(std::size_t bins) {
    return memory_of({.request = {.bins = bins, .window = {}}, .sweep = {}}) >> 20;
  }

  const std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("short_of_memory_" + std::to_string(getpid()));
};

TEST_F(ShortOfMemory, ATransformThatDoesNotFitIsRefusedWithBothFigures) {
  start_with(208);
  Analysis analysis = settings_.analysis;
  analysis.fft = std::size_t{1} << 21;
  try {
    receiver_->analyse(analysis);
    FAIL() << "a transform that does not fit was taken";
  } catch (const TuningRefused& refused) {
    EXPECT_EQ(refused.field, "fft");
    const std::string text = refused.what();
    EXPECT_NE(text.find(std::to_string(needed_for(analysis.fft)) + " MiB"), std::string::npos) << text;
    EXPECT_NE(text.find("208 MiB of memory.high"), std::string::npos) << text;
  }
  EXPECT_EQ(receiver_->status().analysis, settings_.analysis);
  analysis.fft = 16384;
  EXPECT_NO_THROW(receiver_->analyse(analysis));
}

TEST_F(ShortOfMemory, TheOldTransformGoesFirstWhereBothDoNotFit) {
  // 64 MiB for the history, 14 for the ring, 10 for the program and then 34 for the first transform: not twice.
  const std::size_t first = std::size_t{1} << 19;
  settings_.analysis.fft = first;
  uses(10);
  start_with(100 + needed_for(first));
  uses(10 + needed_for(first));
  ASSERT_TRUE(rows_reach(1));
  // Samples that come while there is no transform show; on a slow machine none may come in so short a time.
  const auto shows = [this] {
    const auto rows = history_.recent(1000);
    return std::ranges::any_of(rows, [](const RowPtr& row) { return row->coverage < 1; });
  };
  Analysis analysis = settings_.analysis;
  const auto end = std::chrono::steady_clock::now() + 120s;
  for (int change = 0; !shows() && std::chrono::steady_clock::now() < end; ++change) {
    analysis.window = *gpufft::parse_window(change % 2 == 0 ? "flattop" : "hann");
    std::this_thread::sleep_for(std::chrono::milliseconds(change * 7 % 50));  // not always at the same place of a row
    uses(10 + needed_for(first) + (history_.bytes() >> 20));                  // as the history fills
    receiver_->analyse(analysis);
    ASSERT_TRUE(eventually([&] { return !receiver_->status().planning; }, 60s));
    ASSERT_TRUE(rows_reach(history_.latest()->sequence + 4));
  }
  EXPECT_TRUE(shows());
  expect_balanced_books();
}

}  // namespace
}  // namespace spectrumd
