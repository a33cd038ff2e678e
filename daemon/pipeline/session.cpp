// SPDX-License-Identifier: MIT
#include "daemon/pipeline/session.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <utility>

#include "daemon/pipeline/lost_time.h"
#include "daemon/pipeline/rest.h"

namespace spectrumd {

namespace {

constexpr auto kWait = std::chrono::milliseconds(200);
constexpr auto kGapReportEvery = std::chrono::seconds(10);
constexpr double kRingSeconds = 2;
constexpr std::size_t kLargestBlock = std::size_t{1} << 20;  // bytes
constexpr double kMostRingBytes = std::size_t{64} << 20;     // a rate may be 1e9, and whatever a file claims

void name_thread(const char* name) { pthread_setname_np(pthread_self(), name); }

}  // namespace

// Two seconds if that is affordable, and always two of the longest frames the history allows plus a block.
std::size_t ring_bytes(const SourceFacts& facts, std::size_t most_bins) {
  const std::size_t sample = gpufft::bytes_per_sample(facts.format);
  const double bytes = kRingSeconds * facts.tuned.rate.value * static_cast<double>(sample);
  const auto seconds = static_cast<std::size_t>(std::min(bytes, kMostRingBytes));
  return std::max(seconds, 2 * most_bins * sample) + kLargestBlock;
}

Session::Session(std::unique_ptr<IqSource> source, DspPlan plan, History& history, EventLog& events,
                 Heartbeats& heartbeats, SampleTaps& taps, WallClock& clock, Retire retire, RowInProgress* in_progress)
    : source_(std::move(source)),
      facts_(source_->facts()),
      history_(history),
      events_(events),
      heartbeats_(heartbeats),
      taps_(taps),
      clock_(clock),
      ring_(ring_bytes(facts_, history.most_bins()), gpufft::bytes_per_sample(facts_.format)),
      dsp_(ring_, facts_, std::move(plan),
           {.row = [this](RowPtr row) { note_row(std::move(row)); },
            .gap = [this](std::uint64_t samples) { note_gap(samples); },
            .retire = std::move(retire),
            .in_progress = in_progress}),
      tuned_(facts_.tuned) {
  report_.state = facts_.device ? SourceState::Opening : SourceState::Streaming;
  report_.description = facts_.description;
}

// The watchdog watches both threads from now on, however long the first block takes.
void Session::start(std::uint64_t last_sequence) {
  heartbeats_.begin(Heartbeats::Source);
  heartbeats_.begin(Heartbeats::Dsp);
  if (!facts_.device) events_.add("source", facts_.description + ": streaming");
  dsp_thread_ = std::jthread([this, last_sequence](std::stop_token stop) {
    name_thread("dsp");
    dsp_.run(std::move(stop), last_sequence, heartbeats_);
  });
  source_thread_ = std::jthread([this](const std::stop_token& stop) {
    name_thread("source");
    run_source(stop);
  });
}

Session::~Session() { stop(); }

// The source first: the dsp thread finds the end of its samples.
void Session::stop() {
  source_thread_ = {};
  dsp_thread_ = {};
}

void Session::run_source(std::stop_token stop) {
  stop_ = stop;
  try {
    source_->stream(stop, requests_, *this);
    if (!stop.stop_requested()) end(SourceState::Ended, "end of the recording");
    taps_.end("the source has ended");
  } catch (const std::exception& error) {
    end(SourceState::Lost, error.what());
  }
  ring_.end();
  while (!stop.stop_requested()) {
    idle();
    rest(stop, kWait);
  }
  taps_.end("the source was closed");
}

void Session::take(const IqBlock& heard) {
  idle();
  const IqBlock block = clock_.date(heard);
  note_arrival(block);
  const std::size_t samples = block.bytes.size() / gpufft::bytes_per_sample(facts_.format);
  lead_on(block, samples);
  taps_.take(block, sweeps_ ? SampleTaps::Past::Skipped : SampleTaps::Past::Kept);
  while (!ring_.put(block)) {
    if (facts_.live) return ring_.drop(block);
    if (stop_.stop_requested()) return;
    ring_.wait_for_room(samples, kWait, stop_);
    idle();
  }
}

void Session::retune(TuningRequest request, const std::optional<SweepPlan>& sweep) {
  const std::scoped_lock lock(mutex_);
  hopper_.reset();
  if (sweep) hopper_.emplace(*sweep, request.tuning);
  sweeps_ = hopper_.has_value();
  requests_.put(std::move(request));
}

// Holds the lock, so that no hop of an old sweep replaces a newer request.
void Session::lead_on(const IqBlock& block, std::size_t samples) {
  const std::scoped_lock lock(mutex_);
  if (auto hop = hopper_ ? hopper_->note(block, samples) : std::nullopt) requests_.put(*std::move(hop));
}

void Session::discard(const IqBlock& block) {
  note_arrival(block);
  ring_.discard(block);
}

void Session::note_arrival(const IqBlock& block) {
  const std::scoped_lock lock(mutex_);
  tuned_ = block.tuned;
  arrived_ += block.bytes.size() / gpufft::bytes_per_sample(facts_.format);
  arrivals_.note(arrived_);
}

void Session::idle() {
  heartbeats_.tick(Heartbeats::Source);
  clock_.look();
}

// An absent device is retried every few seconds: only its loss with the reason and its return are events.
void Session::report(const SourceReport& report) {
  std::string text;
  {
    const std::scoped_lock lock(mutex_);
    const bool streams = report.state == SourceState::Streaming;
    const bool news = streams ? !reported_streaming_ : report.cause != Cause::None && report.cause != report_.cause;
    if (news)
      text =
          streams ? report.description + ": streaming" : fmt::format("{}: {}", to_string(report.state), report.reason);
    reported_streaming_ = streams || (reported_streaming_ && report.cause == Cause::None);
    if (!streams && report_.state == SourceState::Streaming) dsp_.end_row();
    if (!streams) arrivals_ = {};
    report_ = report;
  }
  if (!text.empty()) events_.add("source", text);
}

void Session::end(SourceState state, const std::string& reason) {
  {
    const std::scoped_lock lock(mutex_);
    report_.state = state;
    report_.reason = reason;
  }
  events_.add("source", fmt::format("{}: {}: {}", facts_.description, to_string(state), reason));
}

void Session::note_row(RowPtr row) {
  {
    const std::scoped_lock lock(mutex_);
    rows_.note(row->sequence);
  }
  history_.push(std::move(row));
}

// A busy machine loses samples many times a second: log one line in ten seconds.
void Session::note_gap(std::uint64_t samples) {
  unreported_gap_ += samples;
  const auto now = clock_.now();
  if (now - gap_reported_ < kGapReportEvery) return;
  gap_reported_ = now;
  const auto rate = [this] {
    const std::scoped_lock lock(mutex_);
    return tuned_.rate;
  };
  events_.add("gap", lost_time_text(std::exchange(unreported_gap_, 0), rate()));
}

SessionStatus Session::status() const {
  SessionStatus status;
  status.source = facts_;
  status.samples = ring_.counts();
  status.dsp_load = dsp_.load();
  status.device_load = dsp_.device_load();
  const std::scoped_lock lock(mutex_);
  status.report = report_;
  status.source.description = report_.description;
  status.tuned = tuned_;
  if (hopper_) status.hop = hopper_->hop();
  status.measured_rate_hz = report_.state == SourceState::Streaming ? arrivals_.per_second() : 0;
  status.rows_per_second = report_.state == SourceState::Streaming ? rows_.per_second() : 0;
  return status;
}

}  // namespace spectrumd
