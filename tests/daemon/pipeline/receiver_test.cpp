// SPDX-License-Identifier: MIT
#include "daemon/pipeline/receiver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "daemon/pipeline/peaks.h"
#include "tests/daemon/pipeline/receiver_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

std::string limits_in(const EventLog& events) {
  std::string text;
  for (const Event& event : events.after(0))
    if (event.kind == "limits") text += event.text + "\n";
  return text;
}

TEST_F(ReceiverTest, ChoosesATransformWhoseSweepFitsIntoTheHistory) {
  settings_.tuning.span = Span{{24e6}, {1766e6}};
  start();
  EXPECT_EQ(receiver_->status().analysis.fft, 2048U);
  EXPECT_NE(limits_in(events_).find("fft: 2048 instead of 4096 points"), std::string::npos) << limits_in(events_);
  Analysis analysis = settings_.analysis;
  analysis.fft = 65536;
  receiver_->analyse(analysis);
  EXPECT_EQ(receiver_->status().analysis.fft, 2048U);
  receiver_->retune(Tuning{});
  receiver_->analyse(analysis);
  EXPECT_EQ(receiver_->status().analysis.fft, 65536U) << "only sweeps are that long";
}

TEST_F(ReceiverTest, SweepsWhatTheTunerReachesOfASpan) {
  settings_.source = "rtlsdr:serial=none";
  settings_.tuning.span = Span{{24e6}, {1766e6}};
  start();
  const auto sweep = receiver_->status().sweep;
  ASSERT_TRUE(sweep);
  EXPECT_EQ(sweep->from, Hertz{24e6});
  EXPECT_NE(limits_in(events_).find("span: at this rate the tuner reaches 24941250Hz to 1766MHz; the rest of 24MHz to "
                                    "1766MHz has no data"),
            std::string::npos)
      << limits_in(events_);
}

TEST_F(ReceiverTest, NamesTheSpanWhereASpanIsOutOfReach) {
  settings_.source = "rtlsdr:serial=none";
  start();
  for (const auto& [from, to] : {std::pair(1e6, 2e6), std::pair(1e6, 20e6), std::pair(1.8e9, 1.9e9)}) {
    Tuning tuning;
    tuning.span = Span{{from}, {to}};
    try {
      receiver_->retune(tuning);
      FAIL() << from << " is accepted";
    } catch (const TuningRefused& refused) {
      EXPECT_EQ(refused.field, "span");
      EXPECT_NE(std::string(refused.what()).find("the tuner reaches"), std::string::npos);
    }
  }
}

TEST_F(ReceiverTest, MakesRowsOfTheSimulatedBandInRealTime) {
  const Time began = std::chrono::system_clock::now();
  start();
  ASSERT_TRUE(rows_reach(20));
  const ReceiverStatus status = receiver_->status();
  const std::chrono::duration<double> elapsed = std::chrono::system_clock::now() - began;
  EXPECT_EQ(status.report.state, SourceState::Streaming);
  EXPECT_EQ(status.source.kind, "sim");
  EXPECT_EQ(status.backend.name, "cpu");
  // What arrived in the time that is known bounds its rate, however busy the machine is.
  constexpr double kBlock = 65536, kLeastSeconds = 0.5;
  const auto arrived =
      static_cast<double>(status.samples.processed + status.samples.discarded + status.samples.buffered);
  EXPECT_GE(status.measured_rate_hz, (arrived - 2 * kBlock) / elapsed.count());
  EXPECT_LE(status.measured_rate_hz, (arrived + kBlock) / kLeastSeconds);
  expect_balanced_books();
  const auto rows = history_.recent(10);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i]->sequence, rows[i - 1]->sequence + 1);
    EXPECT_EQ(rows[i]->bins(), 4096U);
  }
  EXPECT_GE(rows.front()->time, began);
  EXPECT_LE(rows.back()->time + rows.back()->duration, Time(std::chrono::system_clock::now()));
}

TEST_F(ReceiverTest, LogsOnceWhatAutoMeasuredAndMeasuresAgainForOtherWork) {
  start();
  const auto reports = [this] {
    const auto events = events_.after(0);
    return std::ranges::count(events, "backend", &Event::kind);
  };
  const BackendStatus first = receiver_->status().backend;
  ASSERT_FALSE(first.candidates.empty());
  EXPECT_TRUE(first.candidates.front().chosen);
  EXPECT_TRUE(first.candidates.front().name.starts_with("cpu"));
  EXPECT_GT(*first.candidates.front().frame_seconds, 0);
  EXPECT_NE(first.reason.find(first.candidates.front().outcome), std::string::npos) << first.reason;
  EXPECT_EQ(reports(), 1);
  Tuning tuning = settings_.tuning;
  tuning.center = {100.5e6};
  receiver_->retune(tuning);
  EXPECT_EQ(receiver_->status().backend.reason, first.reason);
  EXPECT_EQ(reports(), 1);
  Analysis analysis = settings_.analysis;
  analysis.fft = 16384;
  receiver_->analyse(analysis);
  ASSERT_TRUE(eventually([&] { return !receiver_->status().planning; }));
  EXPECT_NE(receiver_->status().backend.reason, first.reason);
  EXPECT_EQ(reports(), 2);
}

TEST_F(ReceiverTest, HasNothingToMeasureForABackendByName) {
  settings_.backend = "cpu:plain";
  start();
  const BackendStatus status = receiver_->status().backend;
  EXPECT_EQ(status.name, "cpu");
  EXPECT_EQ(status.reason, "asked for by name");
  EXPECT_TRUE(status.candidates.empty());
}

TEST_F(ReceiverTest, ARetuneGivesRowsOfTheNewCenterOnly) {
  start();
  ASSERT_TRUE(rows_reach(3));
  Tuning tuning = settings_.tuning;
  tuning.center = {100.5e6};
  receiver_->retune(tuning);
  ASSERT_TRUE(eventually([&] { return history_.latest()->center == Hertz{100.5e6}; }));
  const auto rows = history_.recent(1000);
  const RowPtr first = *std::ranges::find_if(rows, [](const RowPtr& row) { return row->generation == 2; });
  EXPECT_TRUE(first->flags & kRowRetuned);
  EXPECT_EQ(receiver_->status().tuned.generation, 2U);
  EXPECT_GT(receiver_->status().samples.discarded, 0U);
  expect_balanced_books();
}

TEST_F(ReceiverTest, AnAnalysisIsTakenOverWhole) {
  start();
  ASSERT_TRUE(rows_reach(3));
  Analysis analysis = settings_.analysis;
  analysis.fft = 1000;
  analysis.hop = 0.5;
  analysis.window = *gpufft::parse_window("flattop");
  receiver_->analyse(analysis);
  ASSERT_TRUE(eventually([&] { return history_.latest()->bins() == 1000; }));
  EXPECT_EQ(receiver_->status().analysis, analysis);
}

TEST_F(ReceiverTest, PlansNothingWhereTheTransformStaysTheSame) {
  start();
  const std::uint64_t before = events_.last_id();
  for (int i = 0; i < 50; ++i) {
    Tuning tuning = settings_.tuning;
    tuning.center = {100e6 + 1e3 * (i + 1)};
    Analysis analysis = settings_.analysis;
    analysis.averaging = 2 + static_cast<std::size_t>(i % 5);
    analysis.rows = 10 + i % 3;
    analysis.detector = i % 2 == 0 ? Detector::Max : Detector::Min;
    receiver_->change(tuning, analysis);
    EXPECT_FALSE(receiver_->status().planning);
  }
  EXPECT_EQ(receiver_->status().generation, 51U);
  ASSERT_TRUE(eventually([&] { return history_.latest() && history_.latest()->generation == 51; }));
  const auto events = events_.after(before);
  EXPECT_EQ(std::ranges::count(events, "retune", &Event::kind), 50);
  EXPECT_EQ(std::ranges::count(events, "backend", &Event::kind), 0);
  EXPECT_EQ(std::ranges::count(events, "source", &Event::kind), 0);
}

TEST_F(ReceiverTest, RemembersWhoTunedLastAndSaysWhatWasChanged) {
  start();
  EXPECT_FALSE(receiver_->status().tuned_by);
  Tuning tuning = settings_.tuning;
  tuning.center = {100.1e6};
  tuning.gain = Decibels{28};
  const Requester client{.via = "http", .address = "192.168.1.7"};
  receiver_->change(tuning, settings_.analysis, client);
  ASSERT_TRUE(receiver_->status().tuned_by);
  EXPECT_EQ(receiver_->status().tuned_by->by, client);
  const Event event = events_.after(0).back();
  EXPECT_EQ(event.kind, "retune");
  EXPECT_EQ(event.text, "center 100.1MHz, gain 28 dB");
  EXPECT_EQ(event.by, client);
  EXPECT_EQ(event.generation, receiver_->status().generation);
  EXPECT_GE(event.time, receiver_->status().tuned_by->time);
  Analysis analysis = settings_.analysis;
  analysis.averaging = 7;
  receiver_->change(tuning, analysis, {.via = "reload", .address = ""});
  EXPECT_EQ(receiver_->status().tuned_by->by, client) << "the tuning stayed";
}

TEST_F(ReceiverTest, ADetectorCutsNoRowShort) {
  settings_.analysis.rows = 1;
  start();
  ASSERT_TRUE(rows_reach(1));
  Analysis analysis = settings_.analysis;
  for (int i = 0; i < 40; ++i) {
    analysis.detector = i % 2 == 0 ? Detector::Max : Detector::Mean;
    receiver_->analyse(analysis);
    std::this_thread::sleep_for(25ms);  // all over a row
  }
  ASSERT_TRUE(rows_reach(3));
  for (const RowPtr& row : history_.recent(3)) {
    if (row->flags & kRowGap) continue;  // a busy machine cuts rows short, too
    EXPECT_GT(row->duration, 900ms);
  }
}

TEST_F(ReceiverTest, RowsComeFromTheOldTransformUntilTheNewOneIsThere) {
  start();
  ASSERT_TRUE(rows_reach(3));
  Analysis analysis = settings_.analysis;
  analysis.fft = std::size_t{1} << 20;
  Tuning tuning = settings_.tuning;
  tuning.center = {100.5e6};
  receiver_->change(tuning, analysis);
  EXPECT_EQ(receiver_->status().analysis, analysis);
  EXPECT_EQ(receiver_->status().generation, 2U);
  ASSERT_TRUE(eventually([&] { return history_.latest()->bins() == analysis.fft; }, 60s));
  EXPECT_FALSE(receiver_->status().planning);
  const auto rows = history_.recent(1000);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i]->sequence, rows[i - 1]->sequence + 1);
    EXPECT_TRUE(rows[i]->bins() == 4096 || rows[i]->bins() == analysis.fft);
    EXPECT_EQ(rows[i]->center == tuning.center, rows[i]->generation == 2);
  }
}

TEST_F(ReceiverTest, TheNewestRequestWinsWhileATransformIsPlanned) {
  start();
  Analysis analysis = settings_.analysis;
  for (const int size : {20, 19, 20, 18, 13}) {
    analysis.fft = std::size_t{1} << size;
    receiver_->analyse(analysis);
  }
  ASSERT_TRUE(eventually([&] { return !receiver_->status().planning; }, 60s));
  EXPECT_EQ(receiver_->status().analysis, analysis);
  const std::uint64_t last = history_.latest() ? history_.latest()->sequence : 0;
  ASSERT_TRUE(rows_reach(last + 3));
  EXPECT_EQ(history_.latest()->bins(), 8192U);
}

TEST_F(ReceiverTest, AChangeTakenBackKeepsTheTransformInUse) {
  start();
  Analysis analysis = settings_.analysis;
  analysis.fft = std::size_t{1} << 20;
  receiver_->analyse(analysis);
  receiver_->analyse(settings_.analysis);
  EXPECT_FALSE(receiver_->status().planning);
  ASSERT_TRUE(rows_reach(5));
  for (const RowPtr& row : history_.recent(1000)) EXPECT_EQ(row->bins(), 4096U);
}

TEST_F(ReceiverTest, ASweepWithAnotherTransformBeginsOnceItIsPlanned) {
  start();
  ASSERT_TRUE(rows_reach(2));
  Tuning tuning = settings_.tuning;
  tuning.span = Span{{98e6}, {102e6}};
  Analysis analysis = settings_.analysis;
  analysis.fft = 16384;
  receiver_->change(tuning, analysis);
  ASSERT_TRUE(eventually([&] { return history_.latest()->flags & kRowSwept; }, 60s));
  EXPECT_EQ(history_.latest()->bins(), receiver_->status().sweep->bins);
  const std::uint64_t swept = history_.latest()->sequence;
  // Back to a center, with yet another transform.
  analysis.fft = 8192;
  receiver_->change(settings_.tuning, analysis);
  ASSERT_TRUE(eventually([&] { return history_.latest()->bins() == 8192; }, 60s));
  for (const RowPtr& row : history_.recent(1000))
    EXPECT_EQ(row->generation == 3, row->center == settings_.tuning.center && row->sequence > swept) << row->sequence;
}

// A check that passes is not a promise: here the vector unit that is asked for does not exist.
TEST_F(ReceiverTest, APlanThatFailsIsAnEventAndTheOldTransformContinues) {
  settings_.backend = "cpu";
  start();
  ASSERT_TRUE(rows_reach(2));
  setenv("GPUFFT_CPU_TARGET", "abacus", 1);
  Analysis analysis = settings_.analysis;
  analysis.fft = 8192;
  analysis.averaging = 3;
  receiver_->analyse(analysis);
  ASSERT_TRUE(eventually([&] { return !receiver_->status().planning; }));
  unsetenv("GPUFFT_CPU_TARGET");
  EXPECT_EQ(events_.after(0).back().kind, "backend");
  EXPECT_NE(events_.after(0).back().text.find("8192 bins cannot be transformed"), std::string::npos);
  EXPECT_EQ(receiver_->status().analysis.fft, 4096U);
  EXPECT_EQ(receiver_->status().analysis.averaging, 3U);
  const std::uint64_t last = history_.latest()->sequence;
  ASSERT_TRUE(rows_reach(last + 3));
  EXPECT_EQ(history_.latest()->bins(), 4096U);
}

TEST_F(ReceiverTest, EndsWhileATransformIsPlanned) {
  start();
  Analysis analysis = settings_.analysis;
  analysis.fft = std::size_t{1} << 20;
  receiver_->analyse(analysis);
  receiver_.reset();
  start();
  receiver_->analyse(analysis);
  receiver_->replace_source(settings_);
  EXPECT_EQ(receiver_->status().analysis, settings_.analysis);
  ASSERT_TRUE(eventually([&] { return history_.latest() && history_.latest()->generation >= 2; }));
}

TEST_F(ReceiverTest, WhatIsTunedWhileASourceIsReplacedStays) {
  start();
  Settings other = *receiver_->settings();
  other.sim.seed = 2;
  other.tuning.conversion.offset = Hertz{10e6};
  auto replacement = receiver_->prepare(other);
  Tuning tuning = settings_.tuning;
  tuning.center = Hertz{145e6};
  receiver_->retune(tuning);
  receiver_->take_over(std::move(replacement));
  EXPECT_EQ(receiver_->status().tuning.center, Hertz{145e6});
  EXPECT_EQ(receiver_->status().tuning.conversion.offset, Hertz{10e6}) << "and what the replacement changes";
  EXPECT_EQ(receiver_->settings()->sim.seed, 2U);
}

TEST_F(ReceiverTest, StatusIsReadWhileEverythingChanges) {
  start();
  std::jthread reader([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const ReceiverStatus status = receiver_->status();
      EXPECT_EQ(status.source.kind, "sim");
      EXPECT_EQ(status.settings->tuning, status.tuning);
    }
  });
  Analysis analysis = settings_.analysis;
  for (std::size_t i = 0; i < 8; ++i) {
    analysis.fft = 1024 << (i % 4);
    receiver_->analyse(analysis);
    if (i % 4 == 3) receiver_->replace_source(settings_);
  }
}

TEST_F(ReceiverTest, RefusesWhatCannotWorkAndContinues) {
  start();
  Analysis huge = settings_.analysis;
  huge.fft = std::size_t{1} << 22;
  try {
    receiver_->analyse(huge);
    FAIL() << "a row that does not fit into the history was taken";
  } catch (const TuningRefused& refused) {
    EXPECT_EQ(refused.field, "fft");
    EXPECT_NE(std::string(refused.what()).find("history.memory"), std::string::npos) << refused.what();
  }
  EXPECT_EQ(receiver_->status().analysis, settings_.analysis);
  ASSERT_TRUE(rows_reach(3));
}

TEST_F(ReceiverTest, SweepsWhatIsWiderThanTheRate) {
  settings_.tuning.span = Span{{96e6}, {104e6}};
  start();
  ASSERT_TRUE(rows_reach(5));
  const RowPtr row = history_.latest();
  EXPECT_TRUE(row->flags & kRowSwept);
  EXPECT_EQ(row->span, Hertz{receiver_->status().sweep->span()});
  EXPECT_NEAR(row->span.value, 8e6, 600);
  EXPECT_EQ(row->sequence, 5U);
  // The carriers of the built-in band, at their levels: one of them in the middle of a hop.
  const auto level = [&](double hz) {
    const auto bin = static_cast<std::size_t>((hz - 96e6) / row->bin_width().value);
    return decibels(row->levels[0].pooled(bin - 2, bin + 3));
  };
  EXPECT_NEAR(level(100.3e6), level(99.7e6) + 18, 1);
  expect_balanced_books();
}

TEST_F(ReceiverTest, GoesFromASweepToATuningAndBack) {
  start();
  ASSERT_TRUE(rows_reach(2));
  Tuning tuning = settings_.tuning;
  tuning.span = Span{{98e6}, {102e6}};
  receiver_->retune(tuning);
  ASSERT_TRUE(eventually([&] { return history_.latest()->flags & kRowSwept; }));
  EXPECT_EQ(history_.latest()->generation, 2U);
  tuning.span.reset();
  tuning.center = {101e6};
  receiver_->retune(tuning);
  ASSERT_TRUE(eventually([&] { return history_.latest()->center == Hertz{101e6}; }));
  EXPECT_FALSE(receiver_->status().sweep);
  const auto rows = history_.recent(1000);
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_EQ(rows[i]->sequence, rows[i - 1]->sequence + 1);
}

TEST_F(ReceiverTest, RefusesASweepOfWhatCannotBeTuned) {
  settings_.tuning.span = Span{{1e6}, {99e9}};
  EXPECT_THROW(start(), TuningRefused);
  settings_.tuning.span.reset();
  start();
  Tuning tuning = settings_.tuning;
  tuning.span = Span{{98e6}, {102e6}};
  Analysis coarse = settings_.analysis;
  coarse.fft = 64;
  EXPECT_THROW(receiver_->check(tuning, coarse), TuningRefused);
}

class RecordingTest : public ReceiverTest {
 protected:
  void SetUp() override {
    settings_.source = "file:" + path_.string();
    settings_.file.paced = false;
    std::ofstream file(path_, std::ios::binary);
    for (std::size_t i = 0; i < kSamples; ++i) file << static_cast<char>(128) << static_cast<char>(127);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  static constexpr std::size_t kSamples = 1'234'567;
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("receiver_test_" + std::to_string(getpid()) + ".cu8");
};

TEST_F(RecordingTest, CountsEverySampleOfARecordingAndStaysThere) {
  start();
  ASSERT_TRUE(eventually([&] { return receiver_->status().report.state == SourceState::Ended; }));
  ASSERT_TRUE(eventually([&] { return receiver_->status().samples.received == kSamples; }));
  const SampleCounts counts = receiver_->status().samples;
  EXPECT_EQ(counts.processed, kSamples / 4096 * 4096);
  EXPECT_EQ(counts.discarded, kSamples % 4096);
  EXPECT_EQ(counts.dropped, 0U);
  EXPECT_EQ(counts.buffered, 0U);
  later_ += Heartbeats::Clock::duration(1200ms).count();  // which a thread that has stopped would not notice
  EXPECT_TRUE(eventually([this] { return !heartbeats_.silent(1s); })) << heartbeats_.silent(1s).value_or("");
}

TEST_F(RecordingTest, ARecordingIsNotRetuned) {
  start();
  Tuning tuning = settings_.tuning;
  tuning.center = {90e6};
  EXPECT_THROW(receiver_->retune(tuning), TuningRefused);
  EXPECT_EQ(receiver_->status().tuning, settings_.tuning);
}

TEST_F(RecordingTest, AnotherSourceTakesOverAndRowsAreNumberedOn) {
  start();
  ASSERT_TRUE(eventually([&] { return receiver_->status().samples.received == kSamples; }));
  const std::uint64_t last = history_.latest()->sequence;
  Settings next = settings_;
  next.source = "file:/nowhere.cu8";
  EXPECT_THROW(receiver_->replace_source(next), SourceError);
  EXPECT_EQ(receiver_->status().source.kind, "file");
  next.source = "sim";
  receiver_->replace_source(next);
  ASSERT_TRUE(rows_reach(last + 1));
  EXPECT_EQ(receiver_->status().source.kind, "sim");
}

// More than one core can transform, so that the ring must overflow: nothing may go missing from the books.
TEST_F(ReceiverTest, AnOverloadIsCountedToTheSample) {
  settings_.tuning.rate = {20e6};
  settings_.analysis.hop = 0.05;
  settings_.analysis.fft = 16384;
  start();
  ASSERT_TRUE(eventually([&] { return receiver_->status().samples.dropped > 0; }, 60s));
  for (int i = 0; i < 200; ++i) {
    expect_balanced_books();
    std::this_thread::sleep_for(1ms);
  }
  ASSERT_TRUE(eventually([&] {
    const auto rows = history_.recent(1000);
    return std::ranges::any_of(rows, [](const RowPtr& row) { return (row->flags & kRowGap) && row->coverage < 1; });
  }));
  EXPECT_EQ(events_.after(0).back().kind, "gap");
}

}  // namespace
}  // namespace spectrumd
