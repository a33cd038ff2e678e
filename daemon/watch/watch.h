// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/watch/alarm_reporter.h"
#include "daemon/watch/band_meter.h"
#include "daemon/watch/book/book.h"
#include "daemon/watch/evidence/evidence.h"
#include "daemon/watch/sentry.h"
#include "daemon/watch/trial.h"
#include "daemon/watch/usual_cache.h"
#include "daemon/watch/watch_parts.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

// There is no book: the reason, and what to do.
struct WatchUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct WatchedRule {
  Rule rule;
  RuleState state;
};

enum class WatchState : std::uint8_t {
  Watching,
  Failing,      // watching, while nothing can be written
  InUse,        // waiting: another spectrumd uses the folder
  Unavailable,  // waiting: the book cannot be opened
  Off,          // there is no folder for it
};
std::string_view to_string(WatchState state);  // "in_use"

struct WatchStatus {
  WatchState state = WatchState::Watching;
  std::string reason;            // of a state other than watching
  std::filesystem::path folder;  // empty: none
  std::int64_t journal = 0;      // of the book: another one begins again to number alarms
  std::size_t rules = 0, open_alarms = 0;
  std::uint64_t rows = 0, missed_rows = 0;
  std::map<std::string, std::uint64_t> alarms;  // since the start, by kind of rule
  std::uint64_t evidence_bytes = 0;
  std::optional<FloorFacts> floor;  // of the last minute
};

// Watches the rows of a history: rules, noise floor, occupancy, what is usual. A thread `watch` reads rows as any
// client does and blocks on the disk; it is behind for as long as that takes, as the history keeps rows for minutes.
// One process at a time watches with a folder: another waits, without rules, until that has ended. Any thread calls the
// rest, which, but for status(), waits for the disk as well, and throws WatchUnavailable or DatabaseError.
class Watch {
 public:
  using Parts = WatchParts;

  explicit Watch(Parts parts);
  ~Watch();

  std::vector<WatchedRule> rules();
  WatchedRule rule(std::int64_t id);  // throws std::out_of_range
  WatchedRule save(Rule rule);        // with id 0: a new one
  bool remove(std::int64_t id);
  Trial try_rule(const Rule& rule, const NextRow& rows);

  Book& book();  // throws WatchUnavailable
  OccupancyPlan plan();
  void save(const OccupancyPlan& plan);
  std::optional<OccupancyPeriod> period();                       // in progress
  UsualHour usual(std::optional<std::size_t> hour, Band& band);  // of the tuning in use, which it returns
  std::optional<std::filesystem::path> evidence(std::int64_t alarm, std::string_view name) const;
  WatchStatus status();  // does not wait for a row that is being looked at

 private:
  void open();
  void open_book();
  void resume(Book& book, AlarmReporter& reporter);
  std::optional<Rule> rule_at_work(std::int64_t id);
  void enter(WatchState state, const std::string& reason);
  void run(const std::stop_token& stop);
  void work(const std::stop_token& stop);
  bool read_rows();
  void look(const Row& row);
  void retune(const Row& row, AlarmChanges& changes);
  void remember();
  void wait_for_rows();
  void report(const AlarmChanges& changes);
  void publish();
  void count_rules();
  void flush();

  const Parts parts_;
  const std::optional<std::filesystem::path> folder_;
  std::optional<mailbox::Descriptor> lock_;
  std::unique_ptr<EvidenceFolder> evidence_;
  BandMeter meter_;

  std::mutex mutex_;            // guards what follows; not held while the disk is used
  std::unique_ptr<Book> book_;  // null until it is open, and there from then on
  Sentry sentry_;
  AlarmChanges changed_;  // by changes of rules

  std::mutex status_mutex_;  // guards the status, for moments
  WatchStatus status_;

  // Used by the thread only.
  struct Tuned {
    Band band;
    std::size_t bins = 0;
  };
  std::optional<Tuned> tuned_;
  UsualCache usual_;
  std::unique_ptr<AlarmReporter> reporter_;  // there with the book
  std::uint64_t last_row_ = 0;
  Time last_time_;
  std::chrono::steady_clock::time_point last_seen_, last_second_, last_flush_, last_remembered_, last_try_;

  std::jthread thread_;
};

// Where the book and the evidence are: of the settings, or next to what else outlives the process. nullopt: nowhere.
std::optional<std::filesystem::path> watch_folder(const Settings& settings);

}  // namespace spectrumd
