// SPDX-License-Identifier: MIT
#include "daemon/outputs/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "daemon/pipeline/lost_time.h"
#include "daemon/pipeline/receiver.h"
#include "daemon/sources/file/file_source.h"
#include "daemon/sources/file/recording.h"
#include "daemon/sources/json_file.h"
#include "daemon/sources/sim/sim_source.h"
#include "tests/daemon/outputs/test_disk.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/sources/test_sink.h"
#include "tests/eventually.h"
#include "tests/fakes/ticked_clock.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Tuned kTuned{.center = {100e6}, .rate = {1e6}, .gain = Decibels{28}, .ppm = 0, .generation = 1};
constexpr std::size_t kBlock = 5000;
constexpr std::uint64_t kBuffer = std::uint64_t{1} << 20;  // samples: a second

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class RecorderTest : public testing::Test {
 protected:
  // The threads of a recorder keep their disk.
  ~RecorderTest() override {
    disk_->release();
    recorder_->end("stopped");
    recorder_->silence();
    recorder_.reset();
    while (disk_.use_count() > 1) std::this_thread::sleep_for(1ms);
  }
  void start(const RecordingLimits& limits = {}, bool live = true) {
    recorder_ = Recorder::start({.stem = folder_.path("x"),
                                 .source = {.description = "a radio", .live = live, .tuned = kTuned},
                                 .limits = limits,
                                 .buffer_bytes = 2 * kBuffer,
                                 .disk = disk_,
                                 .now = now_},
                                [this](RecordingEvent event, const RecordingProgress&) { note(event); });
  }
  void note(RecordingEvent event) {
    const std::scoped_lock lock(mutex_);
    events_.push_back(event);
  }
  std::vector<RecordingEvent> events() const {
    const std::scoped_lock lock(mutex_);
    return events_;
  }
  // Blocks one after the other.
  void give_samples(std::uint64_t samples) {
    for (const std::uint64_t until = given_ + samples; given_ < until; given_ += kBlock) give(given_);
  }
  // However long that takes; it fails by the limit of the test program.
  void wait_until(const std::function<bool(const RecordingProgress&)>& reached) const {
    while (!reached(recorder_->progress())) std::this_thread::sleep_for(1ms);
  }
  Json metadata() const { return read_json(folder_.path("x.sigmf-meta")); }
  std::string last_comment() const { return metadata()["annotations"].back()["core:comment"]; }
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
  std::uint64_t given_ = 0;   // by give_samples()
  TickedClock clock_;
  std::function<TickedClock::Clock::time_point()> now_ = TickedClock::Clock::now;
  const std::shared_ptr<TestDisk> disk_ = std::make_shared<TestDisk>();
  mutable std::mutex mutex_;  // guards events_
  std::vector<RecordingEvent> events_;
  std::shared_ptr<Recorder> recorder_;
};

TEST_F(RecorderTest, KeepsEveryByteAsItCame) {
  start();
  for (std::uint64_t n = 0; n < 40; ++n) give(n * kBlock);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.samples, 40 * kBlock);
  EXPECT_EQ(progress.lost, 0U);
  EXPECT_EQ(progress.reason, "stopped");
  EXPECT_EQ(progress.state, RecordingState::Ended);
  std::string expected;
  for (int n = 0; n < 40; ++n) expected.append(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
  EXPECT_EQ(contents(folder_.path("x.sigmf-data")), expected);
}

TEST_F(RecorderTest, EndsWhenTheLongestTimeHasPassedAndNotBefore) {
  now_ = clock_.function();
  start({.time = 10s});
  clock_.advance(10s);
  give_samples(kBuffer / 4);
  wait_until([&](const RecordingProgress& progress) { return progress.samples == given_; });
  give_samples(kBuffer / 4);
  wait_until([&](const RecordingProgress& progress) { return progress.samples == given_; });
  EXPECT_EQ(recorder_->progress().state, RecordingState::Recording);
  clock_.advance(1s);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().state, RecordingState::Failed);
  EXPECT_EQ(recorder_->progress().reason, "recordings.longest reached; raise it for longer recordings");
  EXPECT_EQ(recorder_->progress().samples, given_);
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
  EXPECT_EQ(recorder_->progress().reason, "complete");
  EXPECT_EQ(std::filesystem::file_size(folder_.path("x.sigmf-data")), 2 * 12001U);
}

TEST_F(RecorderTest, EndsAtItsQuotaAndSaysSo) {
  start({.bytes = 20001});
  for (std::uint64_t n = 0; n < 5; ++n) give(n * kBlock);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().state, RecordingState::Failed);
  EXPECT_NE(recorder_->progress().reason.find("quota"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder_.path("x.sigmf-data")), 20000U);
}

TEST_F(RecorderTest, EndsWhereTheRateChanges) {
  start();
  give(0);
  Tuned faster = kTuned;
  faster.rate = {2e6};
  give(kBlock, faster);
  recorder_->wait();
  EXPECT_NE(recorder_->progress().reason.find("2MS/s"), std::string::npos);
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
  EXPECT_EQ(progress.state, RecordingState::Failed);
  EXPECT_NE(progress.reason.find("tune it to a center"), std::string::npos) << progress.reason;
  EXPECT_EQ(progress.samples, 101 * kBlock) << "a hundred retunes are nothing special";
}

TEST_F(RecorderTest, ReportsItsEndOnce) {
  start();
  recorder_->end("first");
  recorder_->end("second");
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().reason, "first");
  EXPECT_EQ(events(), (std::vector{RecordingEvent::Started, RecordingEvent::Ended}));
}

TEST_F(RecorderTest, WritesSamplesWhileASyncStalls) {
  start();
  recorder_->wait_until_open();
  disk_->stall(TestDisk::Stalled::Syncs);
  give_samples(100 * kBlock);
  given_ += 777;  // a gap, and so new metadata
  give_samples(10 * kBlock);
  disk_->wait_until_stalled();
  recorder_->end("stopped");
  wait_until([](const RecordingProgress& progress) { return progress.samples == 110 * kBlock; });
  EXPECT_EQ(recorder_->progress().state, RecordingState::Stopping);
  disk_->release();
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.state, RecordingState::Ended);
  EXPECT_EQ(progress.samples, 110 * kBlock);
  EXPECT_EQ(progress.lost, 777U);
  EXPECT_EQ(metadata()["captures"].size(), 2U);
}

// A program that is killed in between leaves nothing whose place and frequency are not known.
TEST_F(RecorderTest, DescribesSamplesBeforeItWritesThem) {
  start();
  recorder_->wait_until_open();
  disk_->stall(TestDisk::Stalled::Syncs);
  give_samples(10 * kBlock);
  disk_->wait_until_stalled();
  EXPECT_EQ(recorder_->progress().samples, 0U);
  disk_->release();
  wait_until([](const RecordingProgress& progress) { return progress.samples > 0; });
  EXPECT_EQ(metadata()["captures"].size(), 1U);
}

TEST_F(RecorderTest, WaitsForTheDescriptionNoLongerThanHalfOfItsBuffer) {
  start();
  recorder_->wait_until_open();
  disk_->stall(TestDisk::Stalled::Syncs);
  give_samples(kBuffer / 2 + kBlock);
  disk_->wait_until_stalled();
  wait_until([](const RecordingProgress& progress) { return progress.samples > 0; });
}

TEST_F(RecorderTest, LosesNothingWhileTheDiskStallsForLessThanItsBuffer) {
  disk_->stall(TestDisk::Stalled::Everything);
  start();
  EXPECT_EQ(recorder_->progress().state, RecordingState::Opening);
  give_samples(kBuffer - kBlock);
  disk_->release();
  wait_until([](const RecordingProgress& progress) { return progress.samples > 0; });
  EXPECT_EQ(recorder_->progress().state, RecordingState::Recording);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.samples, given_);
  EXPECT_EQ(progress.lost, 0U);
}

TEST_F(RecorderTest, CountsWhatALongerStallCosts) {
  start();
  give_samples(kBlock);
  wait_until([](const RecordingProgress& progress) { return progress.samples == kBlock; });
  disk_->stall(TestDisk::Stalled::Everything);
  give_samples(3 * kBuffer);
  disk_->release();
  wait_until([](const RecordingProgress& progress) { return progress.samples > kBuffer / 2; });
  give_samples(kBlock);
  const RecordingProgress progress = end();
  EXPECT_GT(progress.lost, kBuffer);
  EXPECT_EQ(progress.samples + progress.lost, given_);
  const Recording recording = read_sigmf(folder_.path("x"), {});
  std::uint64_t missing = 0;
  for (const Capture& capture : recording.captures) missing += capture.missing;
  EXPECT_EQ(missing, progress.lost);
  EXPECT_EQ(contents(recording.data).size(), 2 * progress.samples);
}

TEST_F(RecorderTest, CountsWhatIsMissingAtItsEnd) {
  disk_->stall(TestDisk::Stalled::Everything);
  start();
  give_samples(2 * kBuffer);
  recorder_->end("stopped");
  disk_->release();
  const RecordingProgress progress = end();
  EXPECT_GT(progress.lost, 0U);
  EXPECT_EQ(progress.samples + progress.lost, given_);
  EXPECT_EQ(last_comment(), lost_time_text(progress.lost, kTuned.rate));
}

TEST_F(RecorderTest, EndsAtItsTimeOnTheAirWhateverIsLost) {
  start({.samples = 10 * kBlock});
  give_samples(2 * kBlock);
  given_ += 5 * kBlock;
  give_samples(10 * kBlock);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().samples, 5 * kBlock);
  EXPECT_EQ(recorder_->progress().lost, 5 * kBlock);
}

TEST_F(RecorderTest, PutsWhatItGivesUpIntoTheMetadata) {
  start();
  give_samples(kBlock);
  wait_until([](const RecordingProgress& progress) { return progress.samples == kBlock; });
  disk_->stall(TestDisk::Stalled::Syncs);
  given_ += 1;
  give_samples(10 * kBlock);
  disk_->wait_until_stalled();
  recorder_->abandon(1min);
  const RecordingProgress progress = recorder_->progress();
  EXPECT_EQ(progress.state, RecordingState::Failed);
  EXPECT_GE(progress.samples + progress.lost, given_);
  EXPECT_NE(last_comment().find("samples were not written"), std::string::npos) << last_comment();
}

TEST_F(RecorderTest, CanBeAbandonedWhateverStalls) {
  disk_->stall(TestDisk::Stalled::Everything);
  start();
  disk_->wait_until_stalled();
  give_samples(kBlock);
  recorder_->abandon(1ms);
  EXPECT_EQ(recorder_->progress().state, RecordingState::Failed);
  EXPECT_EQ(recorder_->progress().lost, kBlock);
}

TEST_F(RecorderTest, ReportsFilesThatCannotBeMade) {
  disk_->fail_to_create(EROFS);
  start();
  EXPECT_THROW(recorder_->wait_until_open(), OutputError);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().state, RecordingState::Failed);
  EXPECT_EQ(events(), (std::vector{RecordingEvent::Ended}));
}

// A disk that is full from the given byte of samples on.
class FullDisk : public RecorderTest {
 protected:
  void fill(std::uint64_t samples, const RecordingLimits& limits = {}) {
    disk_->set_available(2 * samples + 1);
    start(limits);
    give_samples(samples + kBlock);
    while (events().empty() || events().back() != RecordingEvent::DiskFull) std::this_thread::sleep_for(1ms);
  }
  void make_room() {
    disk_->set_available(std::uint64_t{1} << 30);
    wait_until([](const RecordingProgress& progress) { return progress.reason.empty(); });
  }
};

TEST_F(FullDisk, IsReportedAndKeepsWhatIsWritten) {
  fill(3 * kBlock);
  EXPECT_EQ(recorder_->progress().state, RecordingState::Recording);
  EXPECT_NE(recorder_->progress().reason.find("No space left"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder_.path("x.sigmf-data")), 2 * 3 * kBlock);
  while (metadata()["annotations"].empty()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(metadata()["annotations"][0]["core:label"], "disk_full");
}

TEST_F(FullDisk, CostsNothingWhereRoomComesInTime) {
  fill(3 * kBlock);
  make_room();
  give_samples(kBlock);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.samples, given_);
  EXPECT_EQ(progress.lost, 0U);
  EXPECT_EQ(events(), (std::vector{RecordingEvent::Started, RecordingEvent::DiskFull, RecordingEvent::Resumed,
                                   RecordingEvent::Ended}));
}

TEST_F(FullDisk, IsAGapWhereRoomComesLate) {
  fill(3 * kBlock);
  give_samples(3 * kBuffer);
  make_room();
  wait_until([](const RecordingProgress& progress) { return progress.samples > kBuffer / 2; });
  give_samples(kBlock);
  const RecordingProgress progress = end();
  EXPECT_GT(progress.lost, kBuffer);
  EXPECT_EQ(progress.samples + progress.lost, given_);
  EXPECT_EQ(progress.captures, 2U);
  EXPECT_EQ(read_sigmf(folder_.path("x"), {}).captures[1].missing, progress.lost);
}

TEST_F(FullDisk, NeedsMoreRoomThanAFewBytesToContinue) {
  fill(3 * kBlock);
  disk_->set_available(1000);
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < 2s) ASSERT_EQ(events().back(), RecordingEvent::DiskFull);
}

TEST_F(FullDisk, FailsARecordingThatReachesItsEnd) {
  fill(3 * kBlock, {.samples = 20 * kBlock});
  give_samples(30 * kBlock);
  recorder_->wait();
  const RecordingProgress progress = recorder_->progress();
  EXPECT_EQ(progress.state, RecordingState::Failed);
  EXPECT_NE(progress.reason.find("No space left"), std::string::npos) << progress.reason;
  EXPECT_EQ(progress.samples + progress.lost, 20 * kBlock);
}

TEST_F(FullDisk, LetsARecordingBeStopped) {
  fill(3 * kBlock);
  const RecordingProgress progress = end();
  EXPECT_EQ(progress.state, RecordingState::Ended);
  EXPECT_EQ(progress.samples, 3 * kBlock);
  EXPECT_EQ(progress.lost, kBlock);
}

TEST_F(FullDisk, CountsTheFloorAsFull) {
  disk_->set_available(1000);
  start({.disk_floor = 2000});
  give(0);
  wait_until([](const RecordingProgress& progress) { return !progress.reason.empty(); });
  EXPECT_NE(recorder_->progress().reason.find("disk_floor"), std::string::npos);
  make_room();
}

TEST_F(FullDisk, EndsTheRecordingOfASourceThatCanWait) {
  disk_->set_available(2 * kBlock);
  start({}, false);
  give_samples(2 * kBlock);
  recorder_->wait();
  EXPECT_EQ(recorder_->progress().state, RecordingState::Failed);
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
  settings.source = "sim";
  settings.sim.paced = false;
  settings.analysis.rows = 50;
  settings.analysis.remove_dc = false;  // what is tracked depends on the size of the blocks
  settings.backend = "cpu";  // on a busy machine auto may choose another vector unit for each, which rounds differently
  constexpr std::uint64_t kSamples = 2'400'000;
  {
    SimSource source(settings);
    const auto recorder =
        Recorder::start({.stem = folder.path("band"), .source = source.facts(), .limits = {.samples = kSamples}});
    TestSink sink(2 * kSamples);
    std::size_t at = 0;
    sink.on_block = [&](const TestSink::Block& block) {
      recorder->take({std::span(sink.bytes).subspan(at, block.bytes), block.first_sample, block.time, block.tuned});
      at += block.bytes;
    };
    sink.hear(source);
    recorder->wait();
  }
  const auto rows_of = [](const Settings& chosen) {
    History history(256 << 20);
    EventLog events;
    Heartbeats heartbeats;
    Receiver receiver(chosen, history, events, heartbeats);
    const auto enough = [&] { return history.latest() && history.latest()->sequence >= 49; };
    EXPECT_TRUE(eventually(enough, 20s));
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
