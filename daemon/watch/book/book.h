// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/store/sqlite.h"
#include "daemon/watch/alarm.h"
#include "daemon/watch/baseline.h"
#include "daemon/watch/occupancy.h"

namespace spectrumd {

// An alarm as it is kept.
struct BookedAlarm : Alarm {
  std::string evidence;   // names of its files, separated by spaces; empty: none (yet)
  std::string recording;  // of its samples, among the recordings; empty: none
  std::string note;       // what went wrong with either
};

struct AlarmQuery {
  std::optional<Time> since, until;  // those that overlap with [since, until)
  std::optional<std::int64_t> rule;
  std::optional<RuleKind> kind;
  std::optional<double> from, to;  // Hz
  std::size_t limit = 100;         // the newest
};

// A minute of the radio, or an hour of it.
struct FloorFacts {
  Time time;
  std::chrono::seconds step{60};
  Hertz center, span;
  double floor = 0, lowest = 0, highest = 0;  // dB, by the 20 %-method: mean and extremes of its rows
  double clipped = 0, coverage = 1;           // means
  std::optional<double> gain;                 // dB; nullopt: automatic
};

// A message that has to be sent.
struct Message {
  std::int64_t id = 0;
  std::int64_t alarm = 0;
  std::string kind;         // "webhook", "command", "email"
  std::string destination;  // URL, address; empty for the command
  std::string secret;
  std::string body;
  int tries = 0;
  Time created;
};

// What the journal has: an alarm as it is now, floors of one time, a period of occupancy with the number of its row.
struct JournalEntry {
  std::int64_t number = 0;
  std::optional<BookedAlarm> alarm;
  std::vector<FloorFacts> floors;
  std::optional<std::pair<std::int64_t, OccupancyPeriod>> period;
};

// Where levels are comparable: center and span of the bins, and the gain.
struct Band {
  Hertz center, span;
  std::optional<double> gain;
};

// Rules, alarms and measurements in one SQLite file; the schema is in PROTOCOL.md. Any thread: callers wait for each
// other and for the disk. Everything throws DatabaseError.
class Book {
 public:
  // A damaged file is set aside as FILE.damaged-TIME, and another begun: `was_damaged` says so.
  explicit Book(const std::filesystem::path& file);
  bool was_damaged() const { return was_damaged_; }
  const std::filesystem::path& path() const { return database_->path(); }

  std::vector<Rule> rules();
  void save(Rule& rule);  // with id 0: a new one, which gets its id
  bool remove_rule(std::int64_t id);

  void begin(Alarm& alarm);  // gets its id
  void update(const std::vector<Alarm>& alarms);
  void attach(std::int64_t alarm, const std::string& evidence, const std::string& recording, const std::string& note);
  std::vector<BookedAlarm> alarms(const AlarmQuery& query);
  std::vector<BookedAlarm> open_alarms();
  std::optional<BookedAlarm> alarm(std::int64_t id);
  std::vector<std::int64_t> oldest_with_evidence(std::size_t limit);
  void forget_evidence(std::int64_t alarm);
  std::int64_t alarm_count();
  void forget_oldest_alarms(std::int64_t most);

  OccupancyPlan plan();
  void save(const OccupancyPlan& plan);
  void add(const OccupancyPeriod& period);
  std::vector<OccupancyPeriod> occupancy(Time since, Time until, std::size_t limit);

  void add(const FloorFacts& minute);
  void thin(Time now);  // minutes of more than a month ago become hours
  std::vector<FloorFacts> floors(Time since, Time until, std::size_t limit);

  UsualHour usual(const Band& band, std::size_t hour);
  void blend(const Band& band, std::size_t hour, const UsualHour& newer);

  // What was made, by numbers that increase whatever the clock does: the newest between two of them, in order. An alarm
  // comes when it begins and when it ends. The identity is that of the file, whose numbers begin again with another
  // one.
  std::int64_t identity();
  std::vector<JournalEntry> journal(std::int64_t after, std::int64_t before, std::size_t most);
  std::size_t count_in_journal(std::int64_t after, std::int64_t before);

  // What rules have learnt with rows of so many bins.
  void remember(const Band& band, std::size_t bins, const std::vector<RuleMemory>& memories);
  std::vector<RuleMemory> memories(const Band& band, std::size_t bins);
  void forget_memories(Time before);

  void send(const Message& message);
  std::vector<Message> due(Time now, std::size_t limit);
  std::optional<Time> next_due();
  void sent(std::int64_t message);
  void postpone(std::int64_t message, Time until, const std::string& error);
  void give_up(std::int64_t message, const std::string& error);
  std::int64_t waiting_messages();

 private:
  std::optional<std::int64_t> band_id(const Band& band, bool make);
  JournalEntry entry_of(std::int64_t number, std::int64_t kind, std::int64_t item);

  std::mutex mutex_;  // held in every call; the connection serves one thread at a time
  bool was_damaged_ = false;
  std::unique_ptr<Database> database_;
};

}  // namespace spectrumd
