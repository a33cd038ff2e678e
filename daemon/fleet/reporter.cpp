// SPDX-License-Identifier: MIT
#include "daemon/fleet/reporter.h"

#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "daemon/pipeline/rest.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto kLookEvery = 1s;
constexpr auto kHealthEvery = 60s;
constexpr auto kCountEvery = 5s, kEpochsEvery = 10s, kGreetEvery = 300s;
constexpr auto kFirstRetry = 1s, kLongestRetry = 60s;
constexpr std::size_t kLiveBytes = 1 << 20;
constexpr std::size_t kBacklogBytes = 256 << 10;  // so that new rows need not wait for long

}  // namespace

Reporter::Reporter(ReportPlan plan, ReportSources sources, FeedList& feeds)
    : plan_(std::move(plan)),
      sources_(std::move(sources)),
      state_("report", {"connecting", ""}),
      reporting_{.receiver = 0, .book = sources_.book, .looks = sources_.looks},
      epochs_(sources_.reader.folder()),
      entry_(feeds, [this] { return status(); }) {
  streams_.push_back(std::make_unique<JournalStream>(reporting_));
  for (const std::size_t level : plan_.levels)
    streams_.push_back(
        std::make_unique<FrameStream>(sources_.reader, level, FrameStream::Which::All, reporting_, epochs_));
  if (plan_.near_alarms && std::ranges::count(plan_.levels, 0U) == 0)
    streams_.push_back(
        std::make_unique<FrameStream>(sources_.reader, 0, FrameStream::Which::NearAlarms, reporting_, epochs_));
  if (std::ranges::count(plan_.levels, MinuteStream::kLevel) > 0)
    streams_.push_back(std::make_unique<MinuteStream>(sources_.reader, reporting_, epochs_));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "report");
    run(stop);
  });
}

// Many that have lost the same server come back at different times.
void Reporter::run(const std::stop_token& stop) {
  for (int failures = 0; !stop.stop_requested();) {
    const auto begin = Clock::now();
    try {
      session(stop);
    } catch (const std::exception& error) {
      if (stop.stop_requested()) return;
      state_.set("waiting", error.what());
      try_to_count();
    }
    failures = Clock::now() - begin > kLongestRetry ? 0 : std::min(failures + 1, 6);
    const auto pause = std::min<milliseconds>(kFirstRetry * (1 << failures) / 2, kLongestRetry);
    rest(stop, pause * std::uniform_int_distribution(75, 125)(random_) / 100);
  }
}

void Reporter::session(const std::stop_token& stop) {
  if (!book_) book_ = std::make_unique<ReportBook>(sources_.reader.folder());
  const std::string history = history_id(sources_.reader.folder());
  sources_.found(history, sources_.board);
  Delivery delivery({plan_.store, plan_.password, "spectrumd"},
                    {history, sources_.board, sources_.boot, plan_.name, plan_.locator}, stop);
  begin_session(delivery);
  while (!stop.stop_requested()) {
    const auto now = Clock::now();
    const auto most = static_cast<double>(std::max(plan_.backlog_rate, kBacklogBytes));
    credit_ = std::min(
        credit_ + static_cast<double>(plan_.backlog_rate) * std::chrono::duration<double>(now - credited_).count(),
        most);
    credited_ = now;
    bool more = deliver(delivery, What::Live);
    if (credit_ > 0) more |= deliver(delivery, What::Backlog);
    if (now >= next_count_) count_waiting(true);
    if (now >= next_greeting_) greet_again(delivery);
    if (!more || credit_ <= 0) rest(stop, kLookEvery);
  }
}

void Reporter::greet_again(Delivery& delivery) {
  next_greeting_ = Clock::now() + kGreetEvery;
  delivery.greet();
  state_.set("connected", delivery.warning());
}

// A database that has lost what it had committed was restored, or another one took its place.
void Reporter::begin_session(Delivery& delivery) {
  fleet_ = delivery.fleet();
  schema_ = delivery.schema();
  reporting_.receiver = delivery.receiver();
  const ReportBook::Destination known = book_->destination(fleet_);
  if (known.receiver == delivery.receiver() && known.batch > delivery.batch()) {
    spdlog::warn("report: {} has {} of {} transactions: all of the history is sent again", plan_.store.shown,
                 delivery.batch(), known.batch);
    book_->forget(fleet_);
  }
  gaps_.clear();
  epochs_.begin_session();
  credited_ = Clock::now();
  next_health_ = next_count_ = next_epochs_ = {};
  next_greeting_ = Clock::now() + kGreetEvery;
  state_.set("connected", delivery.warning());
}

Gaps& Reporter::gaps_of(const std::string& stream) {
  const auto found = gaps_.find(stream);
  return found != gaps_.end() ? found->second : gaps_.emplace(stream, book_->gaps(fleet_, stream)).first->second;
}

std::vector<Reporter::Part> Reporter::collect(What what, Batch& batch) {
  const std::size_t most = what == What::Live ? kLiveBytes : kBacklogBytes;
  std::vector<Part> parts;
  for (const auto& stream : streams_) {
    const std::string name = stream->name();
    if (name.empty() || stream->needed_schema() > schema_ || (what == What::Backlog && batch.bytes() >= most)) continue;
    Gaps& gaps = gaps_of(name);
    const std::optional<Gap> gap = what == What::Live ? std::optional(gaps.live()) : gaps.backlog();
    if (!gap) continue;
    if (auto taken = stream->take(*gap, batch, most))
      parts.push_back({name, *gap, *taken});
    else
      gaps.nothing_in(*gap);
  }
  return parts;
}

// Returns whether there may be more. What was passed over is remembered, but no reason to write.
bool Reporter::deliver(Delivery& delivery, What what) {
  Batch batch;
  const std::vector<Part> parts = collect(what, batch);
  if (what == What::Live && Clock::now() >= next_health_) add_health(batch);
  if (batch.row_count() > 0 || has_news_of_clocks()) epochs_.add_news(reporting_.receiver, batch);
  const bool is_sent = batch.row_count() > 0;
  if (is_sent) {
    const Delivery::Receipt receipt = delivery.send(batch);
    stored_ += receipt.stored;
    known_ += receipt.known;
    if (what == What::Backlog) credit_ -= static_cast<double>(batch.bytes());
  }
  note(delivery, parts, is_sent);
  return what == What::Backlog ? !parts.empty()
                               : std::ranges::any_of(parts, [](const Part& part) { return !part.taken.all; });
}

// Once a clock is right, times of before are to be moved.
bool Reporter::has_news_of_clocks() {
  if (Clock::now() < next_epochs_) return false;
  next_epochs_ = Clock::now() + kEpochsEvery;
  return epochs_.has_news();
}

void Reporter::note(Delivery& delivery, const std::vector<Part>& parts, bool is_sent) {
  for (const auto& [stream, gap, taken] : parts) gaps_of(stream).delivered(gap, taken.first, taken.last, taken.all);
  if (!is_sent) return;
  Transaction transaction(book_->database());
  for (const auto& [stream, gaps] : gaps_) book_->save(fleet_, stream, gaps);
  book_->save(fleet_, {delivery.receiver(), delivery.batch()});
  transaction.commit();
}

void Reporter::add_health(Batch& batch) {
  next_health_ = Clock::now() + kHealthEvery;
  if (!sources_.health) return;
  const ReportedHealth now = sources_.health();
  const CopyRows::Timestamp time{
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count()};
  batch.has_time("health", time.ns);
  batch.rows(Reported::Health)
      .add(CopyRows::Integer{reporting_.receiver}, time, now.state, now.reason, now.center_hz, now.span_hz,
           now.rows_per_second, now.dropped_samples, now.load, now.lost_rows, static_cast<std::int64_t>(waiting_),
           CopyRows::Integer{now.open_alarms}, now.synchronized, now.url);
}

// What has ended a session, such as a disk that cannot be read, may keep what waits from being counted, too.
void Reporter::try_to_count() {
  if (!book_ || fleet_.empty()) return;
  try {
    count_waiting(false);
  } catch (const std::exception& error) {
    spdlog::debug("report: what waits cannot be counted: {}", error.what());
  }
}

// New rows wait only where there is no connection.
void Reporter::count_waiting(bool is_connected) {
  next_count_ = Clock::now() + kCountEvery;
  std::uint64_t waiting = 0;
  for (const auto& stream : streams_) {
    const std::string name = stream->name();
    if (name.empty() || stream->needed_schema() > schema_) continue;
    for (const Gap& gap : gaps_of(name).all())
      if (gap.before != kAfterAll || !is_connected) waiting += stream->count(gap);
  }
  waiting_ = waiting;
}

FeedStatus Reporter::status() const {
  const FeedState::Now now = state_.now();
  return {.name = "report",
          .address = plan_.store.shown,
          .state = now.state,
          .cause = now.cause,
          .messages = stored_,
          .waiting = waiting_};
}

}  // namespace spectrumd
