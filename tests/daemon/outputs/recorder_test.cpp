// SPDX-License-Identifier: MIT
#include "daemon/outputs/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include "daemon/pipeline/receiver.h"
#include "daemon/sources/file/file_source.h"
#include "daemon/sources/sim/sim_source.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Tuned kTuned{.center = {100e6}, .rate = {1e6}, .gain = Decibels{28}, .ppm = 0, .generation = 1};
constexpr std::size_t kBlock = 5000;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class RecorderTest : public testing::Test {
 protected:
  void start(const RecordingLimits& limits = {}, bool live = true) {
    recorder_ =
        std::make_unique<Recorder>(RecordingPlan{.stem = folder_.path("x"),
                                                 .source = {.description = "a radio", .live = live, .tuned = kTuned},
                                                 .limits = limits});
  }
  void give(std::uint64_t first_sample, const Tuned& tuned = kTuned) {
    const auto since = std::chrono::nanoseconds(first_sample * 1000);  // at 1 MS/s
    const IqBlock block{.bytes = bytes_, .first_sample = first_sample, .time = begin_ + since, .tuned = tuned};
    recorder_->take(block);
    heard_.put(block);
  }
  RecordingProgress end(const std::string& reason = "stopped") {
    recorder_->end(reason);
    recorder_->wait();
    return recorder_->progress();
  }

  const TemporaryFolder folder_;
  const Time begin_ = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21);
  std::vector<std::byte> bytes_ = counting_bytes(2 * kBlock);
  IqRing heard_{1 << 22, 2};  // what the dsp thread would have made of the blocks
  std::unique_ptr<Recorder> recorder_;
};

TEST_F(RecorderTest, KeepsEveryByteAsItCame) {
  start();
  for (std::uint64_t n = 0; n < 40; ++n) give(n * kBlock);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.samples, 40 * kBlock);
  EXPECT_EQ(progress.lost, 0U);
  EXPECT_EQ(progress.ended, "stopped");
  EXPECT_FALSE(progress.failed);
  std::string expected;
  for (int n = 0; n < 40; ++n) expected.append(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
  EXPECT_EQ(contents(folder_.path("x.sigmf-data")), expected);
}

TEST_F(RecorderTest, ReplaysGapsAndRetunesAsTheyWere) {
  start();
  Tuned retuned = kTuned;
  retuned.center = {101e6};
  retuned.generation = 2;
  Tuned other_gain = retuned;
  other_gain.gain = Decibels{3};
  other_gain.generation = 3;
  give(7000);
  give(7000 + kBlock);
  give(7000 + 2 * kBlock + 12345);           // a gap
  give(7000 + 3 * kBlock + 12345, retuned);  // a retune
  give(7000 + 4 * kBlock + 12346, retuned);  // one sample is missing
  give(7000 + 5 * kBlock + 12346, other_gain);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.gaps, 2U);
  EXPECT_EQ(progress.lost, 12346U);

  Settings settings;
  settings.file.paced = false;
  FileSource source(folder_.path("x"), settings);
  TestSink sink;
  IqRing replayed(1 << 22, 2);
  std::size_t at = 0;
  sink.on_block = [&](const TestSink::Block& block) {
    replayed.put({std::span(sink.bytes).subspan(at, block.bytes), block.first_sample, block.time, block.tuned});
    at += block.bytes;
  };
  sink.hear(source);
  heard_.end();
  replayed.end();
  for (int stretches = 0; !heard_.drained(); ++stretches) {
    const IqStretch was = heard_.wait(1, 1s, {}), is = replayed.wait(1, 1s, {});
    ASSERT_TRUE(std::ranges::equal(was.bytes, is.bytes)) << stretches;
    EXPECT_EQ(was.first_sample - 7000, is.first_sample);
    EXPECT_EQ(was.lost_before, is.lost_before);
    EXPECT_EQ(was.tuned.center, is.tuned.center);
    EXPECT_EQ(was.tuned.generation, is.tuned.generation);
    EXPECT_EQ(was.time, is.time);
    heard_.consume({.processed = was.bytes.size() / 2});
    replayed.consume({.processed = is.bytes.size() / 2});
  }
  EXPECT_TRUE(replayed.drained());
}

TEST_F(RecorderTest, AStepOfTheClockBeginsACaptureWithTheNewTime) {
  start();
  give(0);
  IqBlock stepped{.bytes = bytes_, .first_sample = kBlock, .time = begin_ - 1h, .tuned = kTuned};
  stepped.epoch = {.number = 1};
  recorder_->take(stepped);
  EXPECT_EQ(end().gaps, 0U);
  const Recording recording = read_sigmf(folder_.path("x.sigmf-meta"), {});
  ASSERT_EQ(recording.captures.size(), 2U);
  EXPECT_EQ(recording.captures[1].first_sample, kBlock);
  EXPECT_EQ(recording.captures[1].time, begin_ - 1h);
  EXPECT_EQ(recording.captures[1].missing, 0U);
  EXPECT_NE(contents(folder_.path("x.sigmf-meta")).find("the system clock was stepped"), std::string::npos);
}

TEST_F(RecorderTest, EndsAtTheSampleThatWasAskedFor) {
  start({.samples = 12001});
  for (std::uint64_t n = 0; n < 5; ++n) give(n * kBlock);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().ended, "complete");
  EXPECT_EQ(std::filesystem::file_size(folder_.path("x.sigmf-data")), 2 * 12001U);
}

TEST_F(RecorderTest, EndsAtItsQuotaAndSaysSo) {
  start({.bytes = 20001});
  for (std::uint64_t n = 0; n < 5; ++n) give(n * kBlock);
  recorder_->wait();
  EXPECT_TRUE(recorder_->progress().failed);
  EXPECT_NE(recorder_->progress().ended->find("quota"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder_.path("x.sigmf-data")), 20000U);
}

TEST_F(RecorderTest, EndsWhereTheDiskIsFullUpToItsFloor) {
  start({.disk_floor = UINT64_MAX});
  give(0);
  recorder_->wait();
  EXPECT_TRUE(recorder_->progress().failed);
  EXPECT_NE(recorder_->progress().ended->find("disk_floor"), std::string::npos);
}

TEST_F(RecorderTest, EndsWhereTheRateChanges) {
  start();
  give(0);
  Tuned faster = kTuned;
  faster.rate = {2e6};
  give(kBlock, faster);
  recorder_->wait();
  EXPECT_NE(recorder_->progress().ended->find("2MS/s"), std::string::npos);
  EXPECT_EQ(recorder_->progress().samples, kBlock);
}

TEST_F(RecorderTest, EndsWhereASweepBegins) {
  start();
  for (std::uint64_t n = 0; n < 300; ++n) {
    Tuned hop = kTuned;
    hop.center.value += static_cast<double>(n % 12) * 1.8e6;
    give(n * kBlock, hop);
  }
  const RecordingProgress progress = end();
  EXPECT_TRUE(progress.failed);
  EXPECT_NE(progress.ended->find("tune it to a center"), std::string::npos) << *progress.ended;
  EXPECT_EQ(progress.samples, 101 * kBlock) << "a hundred retunes are nothing special";
}

TEST_F(RecorderTest, TellsItsEndOnce) {
  std::atomic<int> told = 0;
  {
    Recorder recorder({.stem = folder_.path("x"), .source = {.tuned = kTuned}}, [&](const auto&) { ++told; });
    recorder.end("first");
    recorder.end("second");
    recorder.wait();
    EXPECT_EQ(recorder.progress().ended, "first");
  }
  EXPECT_EQ(told, 1);
}

int largest_difference(const Pyramid& some, const Pyramid& others) {
  int largest = 0;
  for (std::size_t bin = 0; bin < some.bins(); ++bin)
    largest = std::max(largest, std::abs(some.full()[bin] - others.full()[bin]));
  return largest;
}

// The rows of a band and those of its recording: times to the microsecond of SigMF's text, levels to the last digit,
// which depends on how many frames were added up at a time.
TEST(RecordedBand, GivesTheSameRows) {
  const TemporaryFolder folder;
  Settings settings;
  settings.sim.paced = false;
  settings.analysis.rows = 50;
  settings.analysis.remove_dc = false;  // what is tracked depends on the size of the blocks
  constexpr std::uint64_t kSamples = 2'400'000;
  {
    SimSource source(settings);
    Recorder recorder({.stem = folder.path("band"), .source = source.facts(), .limits = {.samples = kSamples}});
    TestSink sink(2 * kSamples);
    std::size_t at = 0;
    sink.on_block = [&](const TestSink::Block& block) {
      recorder.take({std::span(sink.bytes).subspan(at, block.bytes), block.first_sample, block.time, block.tuned});
      at += block.bytes;
    };
    sink.hear(source);
    recorder.wait();
  }
  const auto rows_of = [](const Settings& wish) {
    History history(256 << 20);
    EventLog events;
    Heartbeats heartbeats;
    Receiver receiver(wish, history, events, heartbeats);
    const auto enough = [&] { return history.latest() && history.latest()->sequence >= 49; };
    for (int turn = 0; turn < 2000 && !enough(); ++turn) std::this_thread::sleep_for(10ms);
    return history.after(0, 49);
  };
  const auto live = rows_of(settings);
  settings.source = "file:" + folder.path("band");
  settings.file.paced = false;
  const auto replayed = rows_of(settings);
  ASSERT_EQ(live.size(), 49U);
  ASSERT_EQ(replayed.size(), 49U);
  for (std::size_t n = 0; n < 49; ++n) {
    EXPECT_EQ(live[n]->ffts, replayed[n]->ffts);
    EXPECT_LE(std::chrono::abs((live[n]->time - live[0]->time) - (replayed[n]->time - replayed[0]->time)), 1us);
    for (std::size_t detector = 0; detector < 3; ++detector)
      ASSERT_LE(largest_difference(live[n]->levels[detector], replayed[n]->levels[detector]), 1) << n;
  }
}

}  // namespace
}  // namespace spectrumd
