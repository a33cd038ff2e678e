// SPDX-License-Identifier: MIT
#include "daemon/watch/book/book.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

class TheBook : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path("history/watch.db");

  static Alarm alarm_at(double seconds, double hertz = 100e6) {
    Alarm alarm;
    alarm.rule = 3;
    alarm.name = "it's \"x\"; DROP TABLE alarm";
    alarm.kind = RuleKind::Appear;
    alarm.begin = at_seconds(seconds);
    alarm.last_on = at_seconds(seconds + 1);
    alarm.frequency = hertz;
    alarm.width = 1000;
    alarm.peak = -50;
    alarm.floor = -90;
    alarm.duty = 0.75;
    return alarm;
  }
};

TEST_F(TheBook, KeepsRulesOverARestart) {
  Rule rule = usual_rule(RuleKind::Appear);
  rule.name = "a";
  rule.actions.secret = "s3cret";
  {
    Book book(file_);
    book.save(rule);
    EXPECT_EQ(rule.id, 1);
    rule.name = "b";
    book.save(rule);
  }
  Book book(file_);
  ASSERT_EQ(book.rules().size(), 1);
  EXPECT_EQ(book.rules()[0], rule);
  EXPECT_TRUE(book.remove_rule(1));
  EXPECT_FALSE(book.remove_rule(1));
  Rule next = usual_rule(RuleKind::Above);
  book.save(next);
  EXPECT_EQ(next.id, 2) << "numbers of rules are not used again: alarms keep them";
}

TEST_F(TheBook, KeepsAlarmsOverARestart) {
  Alarm alarm = alarm_at(1.7e9);
  {
    Book book(file_);
    book.begin(alarm);
    book.attach(alarm.id, "rows.npy", "", "");
    book.attach(alarm.id, "", "name", "note");
  }
  Book book(file_);
  ASSERT_EQ(book.open_alarms().size(), 1);
  const BookedAlarm open = book.open_alarms()[0];
  EXPECT_EQ(open.name, alarm.name);
  EXPECT_EQ(open.begin, alarm.begin);
  EXPECT_EQ(open.duty, 0.75);
  EXPECT_EQ(open.evidence, "rows.npy");
  EXPECT_EQ(open.recording, "name");
  EXPECT_EQ(open.note, "note");
  alarm.end = at_seconds(1.7e9 + 5);
  alarm.reason = "gone";
  book.update({alarm});
  EXPECT_TRUE(book.open_alarms().empty());
  EXPECT_EQ(book.alarm(alarm.id)->reason, "gone");
  EXPECT_FALSE(book.alarm(99));
}

TEST_F(TheBook, FindsAlarmsByTimeRuleKindAndFrequency) {
  Book book(file_);
  for (int i = 0; i < 10; ++i) {
    Alarm alarm = alarm_at(1000 + i * 100, 100e6 + i * 1e6);
    alarm.rule = i % 2;
    alarm.kind = i < 5 ? RuleKind::Appear : RuleKind::Mask;
    book.begin(alarm);
  }
  EXPECT_EQ(book.alarms({}).size(), 10);
  EXPECT_EQ(book.alarms({}).front().begin, at_seconds(1900)) << "newest first";
  EXPECT_EQ(book.alarms({.limit = 3}).size(), 3);
  EXPECT_EQ(book.alarms({.since = at_seconds(1501), .until = at_seconds(1701)}).size(), 3)
      << "that of 1500 lasts to 1501";
  EXPECT_EQ(book.alarms({.rule = 1}).size(), 5);
  EXPECT_EQ(book.alarms({.kind = RuleKind::Mask}).size(), 5);
  EXPECT_EQ(book.alarms({.from = 102e6, .to = 104e6}).size(), 3);
}

TEST_F(TheBook, ForgetsTheOldestAlarmsWithoutEvidence) {
  Book book(file_);
  for (int i = 0; i < 10; ++i) {
    Alarm alarm = alarm_at(1000 + i);
    book.begin(alarm);
    alarm.end = alarm.last_on;
    book.update({alarm});
    if (i == 2) book.attach(alarm.id, "rows.npy", "", "");
  }
  book.forget_oldest_alarms(4);
  EXPECT_EQ(book.alarm_count(), 5);
  EXPECT_TRUE(book.alarm(3));
  EXPECT_EQ(book.oldest_with_evidence(10), std::vector<std::int64_t>{3});
  book.forget_evidence(3);
  book.forget_oldest_alarms(4);
  EXPECT_FALSE(book.alarm(3));
}

TEST_F(TheBook, KeepsOccupancy) {
  Book book(file_);
  OccupancyPeriod period{.begin = at_seconds(1.7e9), .seconds = 900, .center = {100e6}, .span = {2.4e6}, .rows = 18000};
  period.channels = {{.channel = {"x", {{1e6}, {2e6}}}, .used = {18000, 300, 4, 3}, .mean = -60, .floor = -90}};
  period.bins = {0, 1, 9000, 18000};
  book.add(period);
  const auto kept = book.occupancy(at_seconds(1.7e9), at_seconds(1.7e9 + 1), 10);
  ASSERT_EQ(kept.size(), 1);
  EXPECT_EQ(kept[0].bins, period.bins);
  ASSERT_EQ(kept[0].channels.size(), 1);
  EXPECT_EQ(kept[0].channels[0].used.began, 4);
  EXPECT_EQ(kept[0].channels[0].channel, period.channels[0].channel);
  EXPECT_TRUE(book.occupancy(at_seconds(0), at_seconds(1.7e9), 10).empty());
}

TEST_F(TheBook, KeepsTheMostUsedOfManyBins) {
  Book book(file_);
  OccupancyPeriod period{.begin = at_seconds(1.7e9), .center = {100e6}, .span = {2.4e6}, .rows = 100};
  period.bins.assign(100000, 1);
  period.bins[50000] = 100;
  book.add(period);
  const auto kept = book.occupancy(at_seconds(1.7e9), at_seconds(1.7e9 + 1), 10);
  ASSERT_EQ(kept.at(0).bins.size(), 4096);
  EXPECT_EQ(kept[0].bins[2048], 100);
  EXPECT_EQ(kept[0].bins[0], 1);
}

TEST_F(TheBook, KeepsThePlanOfOccupancies) {
  const OccupancyPlan plan{.threshold = 8, .channels = {{"x", {{1e6}, {2e6}}}}};
  Book(file_).save(plan);
  EXPECT_EQ(Book(file_).plan(), plan);
}

TEST_F(TheBook, MakesHoursOfTheMinutesOfLastMonth) {
  Book book(file_);
  const Time now = at_seconds(3600.0 * 24 * 20000);
  for (int day = 0; day < 60; ++day)
    for (int minute = 0; minute < 60; minute += 10)
      book.add({.time = now - std::chrono::hours(24 * day) + std::chrono::minutes(minute),
                .center = {100e6},
                .span = {2.4e6},
                .floor = -90.0 - minute / 10 % 2,
                .lowest = -92,
                .highest = -80});
  book.thin(now);
  EXPECT_EQ(book.floors(now - std::chrono::hours(24 * 90), now + std::chrono::hours(1), 10000).size(), 32 * 6 + 28);
  const auto old = book.floors(now - std::chrono::hours(24 * 60), now - std::chrono::hours(24 * 40), 1);
  ASSERT_EQ(old.size(), 1);
  EXPECT_EQ(old[0].step, std::chrono::hours(1));
  EXPECT_NEAR(old[0].floor, -90.5, 1e-9);
  EXPECT_EQ(old[0].highest, -80);
}

TEST_F(TheBook, KeepsTheNewestPeriodsOfOccupancy) {
  Book book(file_);
  for (const double seconds : {900.0, 901.0}) book.add(OccupancyPeriod{.seconds = seconds, .rows = 1, .bins = {1}});
  Database(file_).run("UPDATE period SET id = 20002 WHERE id = 2");
  book.thin(at_seconds(1e9));
  const auto kept = book.occupancy(Time::min(), Time::max(), 10);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].seconds, 901);
}

TEST_F(TheBook, BlendsWhatIsUsual) {
  Book book(file_);
  const Band band{{100e6}, {2.4e6}, 20.0}, automatic{{100e6}, {2.4e6}, {}};
  book.blend(band, 5, {{-9000}, {-8900}, {-8800}, 1});
  book.blend(band, 5, {{-8000}, {-7900}, {-7800}, 1});
  EXPECT_EQ(book.usual(band, 5).median[0], -8400);
  EXPECT_EQ(book.usual(band, 5).weeks, 2);
  EXPECT_TRUE(book.usual(band, 6).median.empty());
  EXPECT_TRUE(book.usual(automatic, 5).median.empty()) << "another gain has other levels";
  book.blend(automatic, 5, {{-7000}, {-7000}, {-7000}, 1});
  EXPECT_EQ(book.usual(automatic, 5).p90[0], -7000);
}

TEST_F(TheBook, KeepsTheBandsThatWereUsedLast) {
  Book book(file_);
  for (int i = 0; i < 30; ++i) book.blend({{1e6 * i}, {2.4e6}, {}}, 1, {{-9000}, {-9000}, {-9000}, 1});
  int kept = 0;
  for (int i = 0; i < 30; ++i) kept += book.usual({{1e6 * i}, {2.4e6}, {}}, 1).median.empty() ? 0 : 1;
  EXPECT_EQ(kept, 16);
  EXPECT_FALSE(book.usual({{29e6}, {2.4e6}, {}}, 1).median.empty());
}

TEST_F(TheBook, SetsADamagedFileAside) {
  std::filesystem::create_directories(file_.parent_path());
  std::ofstream(file_) << std::string(5000, 'x');
  Book book(file_);
  EXPECT_TRUE(book.was_damaged());
  EXPECT_TRUE(book.rules().empty());
  std::size_t aside = 0;
  for (const auto& entry : std::filesystem::directory_iterator(file_.parent_path()))
    aside += entry.path().string().find(".damaged-") != std::string::npos ? 1 : 0;
  EXPECT_EQ(aside, 1);
}

TEST_F(TheBook, KeepsWhatRulesHaveLearntUnderEachTuning) {
  const Band band{{100e6}, {2.4e6}, 20}, automatic{{100e6}, {2.4e6}, {}};
  Rule rule = usual_rule(RuleKind::FloorRise);
  {
    Book book(file_);
    book.save(rule);
    book.remember(band, 512, {{rule.id, at_seconds(100), {-90, -89.5F}}});
    book.remember(band, 512, {{rule.id, at_seconds(200), {-91}}});
    book.remember(automatic, 512, {{rule.id, at_seconds(300), {-80}}});
  }
  Book book(file_);
  ASSERT_EQ(book.memories(band, 512).size(), 1);
  EXPECT_EQ(book.memories(band, 512)[0].until, at_seconds(200));
  EXPECT_EQ(book.memories(band, 512)[0].learnt, std::vector<float>{-91});
  EXPECT_EQ(book.memories(automatic, 512)[0].learnt, std::vector<float>{-80});
  EXPECT_TRUE(book.memories(band, 1024).empty());
  book.forget_memories(at_seconds(250));
  EXPECT_TRUE(book.memories(band, 512).empty());
  EXPECT_EQ(book.memories(automatic, 512).size(), 1);
  book.remove_rule(rule.id);
  EXPECT_TRUE(book.memories(automatic, 512).empty());
}

TEST_F(TheBook, UpdatesAFileOfTheFirstVersion) {
  Rule rule = usual_rule(RuleKind::Appear);
  {
    Book book(file_);
    book.save(rule);
    Alarm alarm = alarm_at(100);
    book.begin(alarm);
  }
  Database(file_).run(
      "DROP TABLE memory; DROP TABLE journal; DROP TRIGGER alarm_begun; DROP TRIGGER alarm_ended; "
      "DROP TRIGGER floor_measured; DROP TRIGGER period_measured; DELETE FROM setting; PRAGMA user_version=1");
  Book book(file_);
  EXPECT_EQ(book.rules().size(), 1);
  EXPECT_TRUE(book.memories({}, 512).empty());
  EXPECT_EQ(book.journal(0, 1000, 10).size(), 1) << "what was there is in the journal";
  EXPECT_NE(book.identity(), 0);
}

// A clock that is stepped back does not hide what is made after that.
TEST_F(TheBook, NumbersWhatIsMade) {
  constexpr std::int64_t kEnd = 1'000'000;
  Book book(file_);
  Alarm alarm = alarm_at(5000);
  book.begin(alarm);
  EXPECT_EQ(alarm.id, 1) << "not the number of an entry";
  book.add(FloorFacts{.time = at_seconds(6000), .center = {100e6}, .span = {2.4e6}, .floor = -90});
  book.add(FloorFacts{.time = at_seconds(3000), .center = {100e6}, .span = {2.4e6}, .floor = -91});
  book.add(OccupancyPeriod{.begin = at_seconds(2000), .seconds = 900, .rows = 10});
  alarm.end = at_seconds(2500);
  book.update({alarm});
  book.update({alarm});
  const auto entries = book.journal(0, kEnd, 10);
  ASSERT_EQ(entries.size(), 5) << "an alarm when it begins, and once when it ends";
  EXPECT_EQ(entries[0].alarm->id, 1);
  EXPECT_EQ(entries[2].floors.at(0).floor, -91);
  EXPECT_EQ(entries[3].period->second.begin, at_seconds(2000));
  EXPECT_TRUE(entries[4].alarm->end);
  EXPECT_EQ(book.journal(0, kEnd, 2).front().number, entries[3].number) << "the newest";
  EXPECT_EQ(book.journal(entries[0].number, entries[2].number, 10).size(), 1) << "without those at the edges";
  EXPECT_EQ(book.count_in_journal(0, kEnd), 5);
  const std::int64_t identity = book.identity();
  EXPECT_NE(identity, 0);
  EXPECT_EQ(Book(file_).identity(), identity);
  EXPECT_NE(Book(folder_.path("other.db")).identity(), identity);
}

TEST_F(TheBook, RefusesAFileOfANewerProgram) {
  Database(file_).run("PRAGMA user_version=99");
  EXPECT_THROW(Book{file_}, DatabaseError);
  EXPECT_TRUE(std::filesystem::exists(file_));
}

}  // namespace
}  // namespace spectrumd
