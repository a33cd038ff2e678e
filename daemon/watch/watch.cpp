// SPDX-License-Identifier: MIT
#include "daemon/watch/watch.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <array>
#include <utility>

#include "daemon/outputs/state_folder.h"
#include "daemon/pipeline/rest.h"
#include "daemon/store/folder_lock.h"

namespace spectrumd {
namespace {

using Steady = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLook = 250ms;
constexpr auto kFlush = 60s;
constexpr auto kRemember = 10min;  // what rules have learnt is some kilobytes each
constexpr auto kForget = std::chrono::hours(24);
constexpr std::size_t kRowsAtATime = 64;
constexpr std::int64_t kMostAlarms = 50'000;
constexpr std::array<std::string_view, 5> kStateNames{"watching", "failing", "in_use", "unavailable", "off"};

Alarm interrupted(Alarm alarm) {
  alarm.end = alarm.last_on;
  alarm.reason = "interrupted";
  return alarm;
}

}  // namespace

std::optional<std::filesystem::path> watch_folder(const Settings& settings) {
  if (settings.watch.folder == "none") return std::nullopt;
  if (!settings.watch.folder.empty()) return settings.watch.folder;
  const auto state = state_folder();
  return state ? std::optional(*state / "history") : std::nullopt;
}

std::string_view to_string(WatchState state) { return kStateNames.at(static_cast<std::size_t>(state)); }

Watch::Watch(Parts parts) : parts_(std::move(parts)), folder_(watch_folder(parts_.settings())), meter_(parts_.gain) {
  if (!folder_) {
    status_.state = WatchState::Off;
    status_.reason = "there is no folder to keep rules and alarms in; set watch.folder";
    return;
  }
  status_.folder = *folder_;
  evidence_ = std::make_unique<EvidenceFolder>(*folder_ / "events");
  open();
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Watch::~Watch() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Watch::open() try {
  last_try_ = Steady::now();
  if (!lock_) lock_ = try_lock(*folder_ / "watch.lock");
  if (!lock_)
    return enter(WatchState::InUse,
                 fmt::format("{}: another spectrumd keeps rules and alarms there; give each a folder: --watch FOLDER",
                             folder_->string()));
  open_book();
  enter(WatchState::Watching, "");
} catch (const std::exception& error) {  // of the disk, or of what was written there by hand
  enter(WatchState::Unavailable, error.what());
}

void Watch::open_book() {
  auto book = std::make_unique<Book>(*folder_ / "watch.db");
  if (book->was_damaged())
    parts_.events.add(
        "watch", fmt::format("{}: was damaged and is set aside; rules and alarms begin again", book->path().string()));
  const auto written = [this](const std::string& reason) {
    enter(reason.empty() ? WatchState::Watching : WatchState::Failing, reason);
  };
  auto reporter = std::make_unique<AlarmReporter>(
      parts_, *book, *evidence_,
      AlarmReporter::Hooks{.rule = [this](std::int64_t id) { return rule_at_work(id); }, .written = written});
  resume(*book, *reporter);
  reporter_ = std::move(reporter);
  publish();
  last_seen_ = last_second_ = last_flush_ = last_remembered_ = Steady::now();
  {
    const std::int64_t journal = book->identity();
    const std::scoped_lock lock(status_mutex_);
    status_.journal = journal;
  }
  const std::scoped_lock lock(mutex_);
  book_ = std::move(book);
}

// What was open when the program ended continues, if its rule does.
void Watch::resume(Book& book, AlarmReporter& reporter) {
  const auto rules = book.rules();
  const auto open_alarms = book.open_alarms();
  meter_.set(book.plan());
  std::vector<Alarm> ended;
  {
    const std::scoped_lock lock(mutex_);
    AlarmChanges none;
    for (const Rule& rule : rules) sentry_.set(rule, none);
    for (Alarm alarm : open_alarms) {
      const auto track = sentry_.resume(alarm);
      alarm.track = track.value_or(0);
      track ? reporter.resume(alarm) : ended.push_back(interrupted(alarm));
    }
    count_rules();
  }
  book.update(ended);
  if (const RowPtr row = parts_.history.latest()) last_row_ = row->sequence;
}

void Watch::enter(WatchState state, const std::string& reason) {
  {
    const std::scoped_lock lock(status_mutex_);
    status_.reason = reason;
    if (std::exchange(status_.state, state) == state) return;
  }
  if (state != WatchState::Watching) return parts_.events.add("watch_failed", reason);
  parts_.events.add("watch", fmt::format("{}: rules and alarms are written", folder_->string()));
}

std::optional<Rule> Watch::rule_at_work(std::int64_t id) {
  const std::scoped_lock lock(mutex_);
  const RuleWatch* watch = sentry_.find(id);
  return watch ? std::optional(watch->rule()) : std::nullopt;
}

void Watch::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "watch");
  while (!stop.stop_requested()) {
    if (book_)
      work(stop);
    else if (Steady::now() - last_try_ >= parts_.retry)
      open();
    rest(stop, kLook);
  }
  if (!book_) return;
  try {
    meter_.finish();
    flush();
    remember();
  } catch (const std::exception& error) {
    spdlog::error("watch: {}", error.what());
  }
}

void Watch::work(const std::stop_token& stop) try {
  while (read_rows() && !stop.stop_requested()) {
  }
  if (Steady::now() - last_flush_ >= kFlush) flush();
  if (Steady::now() - last_remembered_ >= kRemember) remember();
} catch (const std::exception& error) {  // of the disk: what was found stays in memory and in the log of events
  spdlog::error("watch: {}", error.what());
  last_flush_ = last_remembered_ = Steady::now();
}

// Returns whether there may be more.
bool Watch::read_rows() {
  const auto rows = parts_.history.after(last_row_, kRowsAtATime);
  for (const RowPtr& row : rows) {
    const std::uint64_t missed = last_row_ > 0 ? row->sequence - last_row_ - 1 : 0;
    last_row_ = row->sequence;
    look(*row);
    const std::scoped_lock lock(status_mutex_);
    status_.rows += is_watchable(*row) ? 1 : 0;
    status_.missed_rows += missed;
  }
  if (rows.empty()) wait_for_rows();
  AlarmChanges changes;
  {
    const std::scoped_lock lock(mutex_);
    changes = std::exchange(changed_, {});
  }
  report(changes);
  reporter_->keep_evidence(last_time_);
  publish();
  return rows.size() == kRowsAtATime;
}

void Watch::look(const Row& row) {
  if (!is_watchable(row)) return;
  AlarmChanges changes;
  retune(row, changes);
  // A sweep may take minutes: silence begins when the next one is overdue.
  last_seen_ = last_second_ = Steady::now() + std::chrono::duration_cast<Steady::duration>(row.duration);
  last_time_ = row.time + row.duration;
  const auto usual = usual_.of(*book_, row, parts_.gain());
  std::vector<Rule> learnt;
  std::optional<RowScan> scan;
  {
    const std::scoped_lock lock(mutex_);
    scan.emplace(*sentry_.look(row, usual, changes));
    learnt = sentry_.take_learnt();
  }
  const bool hour_has_ended = meter_.add(*scan);
  report(changes);  // before what the disk may refuse
  for (Rule& rule : learnt) book_->save(rule);
  if (hour_has_ended) flush();
}

// What rules have learnt holds under one tuning, and is there again when that returns, also after a restart.
void Watch::retune(const Row& row, AlarmChanges& changes) {
  {
    const std::scoped_lock lock(mutex_);
    if (!sentry_.is_retuned(row)) return;
  }
  remember();
  tuned_ = Tuned{{row.center, row.span, parts_.gain()}, row.bins()};
  const auto memories = book_->memories(tuned_->band, tuned_->bins);
  const std::scoped_lock lock(mutex_);
  sentry_.retune(row, changes);
  for (const RuleMemory& memory : memories) sentry_.recall(memory, row.time);
}

void Watch::remember() {
  last_remembered_ = Steady::now();
  if (!tuned_) return;
  std::vector<RuleMemory> memories;
  {
    const std::scoped_lock lock(mutex_);
    memories = sentry_.memories(last_time_);
  }
  try {
    book_->remember(tuned_->band, tuned_->bins, memories);
  } catch (const DatabaseError& error) {  // a disk that is full does not keep rules from watching
    enter(WatchState::Failing, error.what());
  }
}

void Watch::wait_for_rows() {
  const auto now = Steady::now();
  if (now - last_second_ < 1s) return;
  last_second_ = now;
  const std::scoped_lock lock(mutex_);
  sentry_.wait(std::chrono::system_clock::now(), std::chrono::duration<double>(now - last_seen_).count(), changed_);
}

void Watch::report(const AlarmChanges& changes) {
  for (const AlarmChange& change : changes) {
    if (change.kind != AlarmChange::Kind::Begin) continue;
    const std::scoped_lock lock(status_mutex_);
    ++status_.alarms[std::string(to_string(change.alarm.kind))];
  }
  reporter_->report(changes);
}

void Watch::publish() {
  const auto floor = meter_.floor();
  const std::scoped_lock lock(status_mutex_);
  status_.open_alarms = reporter_->open_alarms();
  status_.evidence_bytes = reporter_->evidence_bytes();
  status_.floor = floor;
}

// With the mutex of the sentry held.
void Watch::count_rules() {
  const std::scoped_lock lock(status_mutex_);
  status_.rules = sentry_.watches().size();
}

// Once a minute, and at the end.
void Watch::flush() {
  last_flush_ = Steady::now();
  reporter_->write_open();
  meter_.write(*book_);
  book_->forget_oldest_alarms(kMostAlarms);
  book_->forget_memories(last_time_ - kForget);
  book_->thin(last_time_);
}

Book& Watch::book() {
  const std::scoped_lock lock(mutex_);
  if (!book_) throw WatchUnavailable(status().reason);
  return *book_;
}

std::vector<WatchedRule> Watch::rules() {
  std::vector<WatchedRule> rules;
  for (const Rule& rule : book().rules()) rules.push_back({rule, {RuleState::State::Off, ""}});
  const std::scoped_lock lock(mutex_);
  for (WatchedRule& each : rules)
    if (const RuleWatch* watch = sentry_.find(each.rule.id)) each.state = watch->state();
  return rules;
}

WatchedRule Watch::rule(std::int64_t id) {
  for (WatchedRule& each : rules())
    if (each.rule.id == id) return each;
  throw std::out_of_range(fmt::format("there is no rule {}", id));
}

WatchedRule Watch::save(Rule rule) {
  book().save(rule);
  const std::scoped_lock lock(mutex_);
  sentry_.set(rule, changed_);
  count_rules();
  const RuleWatch* watch = sentry_.find(rule.id);
  return {rule, watch ? watch->state() : RuleState{RuleState::State::Off, ""}};
}

bool Watch::remove(std::int64_t id) {
  const bool was_there = book().remove_rule(id);
  const std::scoped_lock lock(mutex_);
  sentry_.remove(id, changed_);
  count_rules();
  return was_there;
}

Trial Watch::try_rule(const Rule& rule, const NextRow& rows) {
  UsualCache usual;
  const auto gain = parts_.gain();
  Book& kept = book();
  return spectrumd::try_rule(rule, rows, [&](const Row& row) { return usual.of(kept, row, gain); });
}

OccupancyPlan Watch::plan() { return book().plan(); }

void Watch::save(const OccupancyPlan& plan) {
  book().save(plan);
  meter_.set(plan);
}

std::optional<OccupancyPeriod> Watch::period() { return meter_.period(); }

UsualHour Watch::usual(std::optional<std::size_t> hour, Band& band) {
  Book& kept = book();
  const auto now = meter_.band();
  if (!now) return {};
  band = *now;
  return kept.usual(band, hour.value_or(hour_of_week(std::chrono::system_clock::now())));
}

std::optional<std::filesystem::path> Watch::evidence(std::int64_t alarm, std::string_view name) const {
  return evidence_ ? evidence_->path_of(alarm, name) : std::nullopt;
}

WatchStatus Watch::status() {
  const std::scoped_lock lock(status_mutex_);
  return status_;
}

}  // namespace spectrumd
