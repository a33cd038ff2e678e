// SPDX-License-Identifier: MIT
#include "daemon/watch/watch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/watch/noise_rows.h"
#include "tests/eventually.h"
#include "tests/file_size_limit.h"

namespace spectrumd {
namespace {

// A history that a test fills as fast as it likes: the times of rows are those of the rows.
class Watching : public testing::Test {
 protected:
  Watching() {
    settings_.watch.folder = folder_.path("history");
    start();
  }

  void start() { watch_ = make_watch(); }
  std::unique_ptr<Watch> make_watch() {
    return std::make_unique<Watch>(Watch::Parts{.history = history_,
                                                .events = events_,
                                                .settings = [this] { return settings_; },
                                                .gain = [] { return std::optional(20.0); },
                                                .retry = std::chrono::milliseconds(1)});
  }
  void restart() {
    watch_.reset();
    start();
  }

  // Rows of a carrier, or without, and waits until they were read: in pieces, for on a busy machine the watch may come
  // to its turn when the history has dropped the first of many.
  void run(double seconds, std::size_t bin = 0) {
    constexpr int kPiece = 4000;
    for (int rows = static_cast<int>(seconds * 20); rows > 0; rows -= kPiece) push_rows(std::min(rows, kPiece), bin);
  }
  void push_rows(int count, std::size_t bin) {
    const std::uint64_t before = watch_->status().rows;
    for (int i = 0; i < count; ++i) {
      if (bin > 0) noise_.put(bin, -60);
      const auto row = noise_.next();
      row->center.value += retuned_;
      row->generation = generation_;
      history_.push(row);
    }
    EXPECT_TRUE(eventually([&] { return watch_->status().rows == before + static_cast<std::uint64_t>(count); }));
  }
  void retune(double hertz) {
    retuned_ += hertz;
    ++generation_;
  }
  bool eventually_open(std::size_t count) {
    return eventually([&] { return watch_->status().open_alarms == count; });
  }
  std::vector<BookedAlarm> alarms() { return watch_->book().alarms({}); }

  const TemporaryFolder folder_;
  Settings settings_;
  History history_{64 * kMiB};
  EventLog events_;
  NoiseRows noise_{{.bins = 256}, 8};
  double retuned_ = 0;
  std::uint32_t generation_ = 1;
  std::unique_ptr<Watch> watch_;
};

TEST_F(Watching, KeepsAnAlarmWithItsEvidence) {
  const Rule rule = watch_->save(usual_rule(RuleKind::Appear)).rule;
  run(12);
  run(3, 100);
  EXPECT_TRUE(eventually_open(1));
  run(12);
  EXPECT_TRUE(eventually_open(0));
  ASSERT_TRUE(eventually([&] { return alarms().size() == 1 && !alarms()[0].evidence.empty(); }));
  const BookedAlarm alarm = alarms()[0];
  EXPECT_EQ(alarm.rule, rule.id);
  EXPECT_EQ(alarm.reason, "gone");
  EXPECT_NEAR(std::chrono::duration<double>(alarm.begin - NoiseRows::begin()).count(), 12, 0.06);
  for (const char* name : {"rows.npy", "rows.json", "picture.png", "event.json"})
    EXPECT_TRUE(std::filesystem::exists(*watch_->evidence(alarm.id, name))) << name;
  EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(*watch_->evidence(alarm.id, "rows.npy"))),
              400 * 2 * 256 * 2, 3 * 2 * 256 * 2);
}

// An alarm whose evidence cannot be written ends, and so do those after it.
TEST_F(Watching, EndsAllAlarmsWhereEvidenceCannotBeWritten) {
  watch_->save(usual_rule(RuleKind::Appear));
  run(12);
  for (int rows = 0; rows < 300; ++rows) {
    noise_.put(180, -60);
    push_rows(1, 100);
  }
  ASSERT_TRUE(eventually_open(2));
  const auto has_evidence = [](const BookedAlarm& alarm) { return !alarm.evidence.empty(); };
  ASSERT_TRUE(eventually([&] { return std::ranges::all_of(alarms(), has_evidence); }));
  for (const BookedAlarm& alarm : alarms()) {
    const auto facts = *watch_->evidence(alarm.id, "event.json");
    std::filesystem::remove(facts);
    std::filesystem::create_directory(facts);
  }
  retune(1e6);
  run(2);
  EXPECT_TRUE(eventually_open(0));
}

TEST_F(Watching, ReportsBothEndsAsEvents) {
  watch_->save(usual_rule(RuleKind::Appear));
  run(3, 100);
  run(8);
  EXPECT_TRUE(eventually([&] { return events_.after(0).size() == 2; }));
  for (const Event& event : events_.after(0)) {
    EXPECT_EQ(event.kind, "alarm");
    EXPECT_EQ(event.alarm, alarms().at(0).id);
  }
}

TEST_F(Watching, ContinuesAnAlarmOverARestart) {
  watch_->save(usual_rule(RuleKind::Appear));
  run(3, 100);
  ASSERT_TRUE(eventually_open(1));
  const Time begin = alarms().at(0).begin;
  restart();
  EXPECT_EQ(watch_->status().open_alarms, 1);
  run(3, 100);
  EXPECT_EQ(watch_->status().open_alarms, 1);
  run(8);
  EXPECT_TRUE(eventually_open(0));
  ASSERT_TRUE(eventually([&] { return alarms().at(0).end.has_value(); }));
  ASSERT_EQ(alarms().size(), 1);
  EXPECT_EQ(alarms()[0].begin, begin);
  EXPECT_NEAR(std::chrono::duration<double>(*alarms()[0].end - begin).count(), 6, 0.1);
}

TEST_F(Watching, EndsAnAlarmWhoseRuleIsGone) {
  Rule rule = watch_->save(usual_rule(RuleKind::Appear)).rule;
  run(3, 100);
  ASSERT_TRUE(eventually_open(1));
  watch_->remove(rule.id);
  EXPECT_TRUE(eventually_open(0));
  ASSERT_TRUE(eventually([&] { return alarms().at(0).end.has_value(); }));
  EXPECT_EQ(alarms()[0].reason, "changed");
}

TEST_F(Watching, EndsAnAlarmWithoutARule) {
  Rule rule = watch_->save(usual_rule(RuleKind::Appear)).rule;
  run(3, 100);
  ASSERT_TRUE(eventually_open(1));
  watch_.reset();
  Book(folder_.path("history/watch.db")).remove_rule(rule.id);
  start();
  EXPECT_EQ(alarms().at(0).reason, "interrupted");
}

TEST_F(Watching, KeepsRulesTheirStateAndWhatTheyLearnt) {
  Rule rule = usual_rule(RuleKind::Appear);
  rule.learns_until = NoiseRows::begin() + std::chrono::seconds(10);
  const std::int64_t id = watch_->save(rule).rule.id;
  run(5, 100);
  EXPECT_EQ(watch_->rule(id).state.state, RuleState::State::Watching);
  restart();
  EXPECT_EQ(watch_->rule(id).rule.known.size(), 1);
  EXPECT_THROW(watch_->rule(99), std::out_of_range);
  Rule off = watch_->rule(id).rule;
  off.enabled = false;
  EXPECT_EQ(watch_->save(off).state.state, RuleState::State::Off);
}

TEST_F(Watching, KeepsTheFloorAndTheOccupancy) {
  watch_->save(OccupancyPlan{.threshold = 10, .channels = {{"x", {{noise_.hertz_of(98)}, {noise_.hertz_of(102)}}}}});
  run(100, 100);
  run(1000);  // beyond the end of the period
  watch_.reset();
  Book book(folder_.path("history/watch.db"));
  const auto floors = book.floors(NoiseRows::begin(), NoiseRows::begin() + std::chrono::hours(1), 100);
  ASSERT_GE(floors.size(), 17);
  for (const FloorFacts& minute : floors) EXPECT_NEAR(minute.floor, -90, 0.2);
  EXPECT_EQ(floors[0].gain, 20);
  const auto periods = book.occupancy(NoiseRows::begin(), NoiseRows::begin() + std::chrono::hours(1), 100);
  ASSERT_EQ(periods.size(), 3) << "the last ended with the program";
  EXPECT_EQ(periods[2].channels.at(0).used.used, 2000) << "1.7e9 s is 100 s before a period ends";
  EXPECT_EQ(periods[1].channels.at(0).used.used, 0);
  EXPECT_NEAR(periods[0].seconds, 100, 0.1);
}

TEST_F(Watching, KnowsTheUsualFloorAfterARestartAndARetune) {
  Rule rule = usual_rule(RuleKind::FloorRise);
  rule.least = 1;
  const std::int64_t id = watch_->save(rule).rule.id;
  const auto state = [&] { return watch_->rule(id).state.state; };
  run(700);
  EXPECT_EQ(state(), RuleState::State::Watching);
  restart();
  run(1);
  EXPECT_EQ(state(), RuleState::State::Watching);
  retune(1e6);
  run(1);
  EXPECT_EQ(state(), RuleState::State::Learning);
  retune(-1e6);
  run(1);
  EXPECT_EQ(state(), RuleState::State::Watching);
  for (double& floor : noise_.floor_db) floor += 6;
  run(10);
  EXPECT_TRUE(eventually_open(1));
}

TEST_F(Watching, RunsTheCommandOfTheSettings) {
  const std::string program =
      folder_.write("program", "#!/bin/sh\nprintf '%s|' \"$@\" >> " + folder_.path("out") + "\n");
  ::chmod(program.c_str(), 0755);
  settings_.watch.command = {program, "{state}", "{name}"};
  Rule rule = usual_rule(RuleKind::Appear);
  rule.name = "$(touch x); `id`";
  rule.actions.command = true;
  watch_->save(rule);
  run(3, 100);
  run(8);
  EXPECT_TRUE(eventually([&] {
    std::ifstream file(folder_.path("out"));
    std::string text;
    std::getline(file, text);
    return text == "began|$(touch x); `id`|ended|$(touch x); `id`|";
  }));
}

TEST_F(Watching, ReportsAlarmsThatCannotBeWritten) {
  watch_->save(usual_rule(RuleKind::Appear));
  run(2);
  {
    const FileSizeLimit full(1024);
    run(3, 100);
    run(8);
    EXPECT_TRUE(eventually([&] { return events_.after(0).size() == 3; }));
    EXPECT_EQ(watch_->status().state, WatchState::Failing);
  }
  EXPECT_EQ(events_.after(0)[0].kind, "watch_failed");
  EXPECT_EQ(events_.after(0)[1].kind, "alarm");
  EXPECT_EQ(events_.after(0)[2].kind, "alarm");
  run(3, 100);
  EXPECT_TRUE(eventually_open(1));
  EXPECT_EQ(watch_->status().state, WatchState::Watching);
  EXPECT_TRUE(eventually([&] { return alarms().size() == 1; }));
}

TEST_F(Watching, SaysWhyItCannot) {
  settings_.watch.folder = "none";
  restart();
  EXPECT_EQ(watch_->status().state, WatchState::Off);
  EXPECT_THROW(watch_->rules(), WatchUnavailable);
  settings_.watch.folder = folder_.write("file", "x") + "/below";
  restart();
  EXPECT_EQ(watch_->status().state, WatchState::Unavailable);
  EXPECT_NE(watch_->status().reason.find("file/below"), std::string::npos);
}

TEST_F(Watching, OpensTheBookOnceItCanBeRead) {
  watch_.reset();
  Database(folder_.path("history/watch.db")).run("INSERT INTO setting VALUES ('occupancy', '{')");
  start();
  EXPECT_EQ(watch_->status().state, WatchState::Unavailable);
  Database(folder_.path("history/watch.db")).run("DELETE FROM setting");
  EXPECT_TRUE(eventually([&] { return watch_->status().state == WatchState::Watching; }));
  EXPECT_TRUE(watch_->rules().empty());
}

TEST_F(Watching, LeavesTheFolderToTheFirst) {
  watch_->save(usual_rule(RuleKind::Appear));
  const auto second = make_watch();
  EXPECT_EQ(second->status().state, WatchState::InUse);
  EXPECT_NE(second->status().reason.find("another spectrumd"), std::string::npos);
  EXPECT_THROW(second->rules(), WatchUnavailable);
  EXPECT_EQ(events_.after(0).at(0).kind, "watch_failed");
  run(3, 100);
  run(8);
  ASSERT_TRUE(eventually([&] { return alarms().size() == 1 && alarms()[0].end; }));
  EXPECT_EQ(second->status().rows, 0);
  watch_.reset();
  ASSERT_TRUE(eventually([&] { return second->status().state == WatchState::Watching; }));
  EXPECT_EQ(second->rules().size(), 1);
  EXPECT_EQ(second->book().alarms({}).size(), 1);
}

}  // namespace
}  // namespace spectrumd
