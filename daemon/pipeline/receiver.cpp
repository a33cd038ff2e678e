// SPDX-License-Identifier: MIT
#include "daemon/pipeline/receiver.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "daemon/pipeline/checked_workload.h"
#include "daemon/pipeline/receiver_state.h"
#include "daemon/pipeline/tuning_changes.h"
#include "daemon/sources/source_list.h"
#include "gpufft/backend.h"

namespace spectrumd {

namespace {

bool same_rows(Analysis one, const Analysis& other) {
  one.detector = other.detector;  // readers choose it, every row has all
  return one == other;
}

// "cpu:avx512, 3.65 us a frame,"
std::string chosen_of(const BackendStatus& backend) {
  const auto chosen = std::ranges::find_if(backend.candidates, &BackendStatus::Candidate::chosen);
  return chosen == backend.candidates.end() ? backend.name : fmt::format("{}, {},", chosen->name, chosen->outcome);
}

}  // namespace

Receiver::State::~State() {
  planning_thread.stop();
  if (session) session->stop();
}

// Throws what the first plan would throw, but plans nothing.
Workload Receiver::State::check(const IqSource& source, const Settings& wanted) const {
  const Workload work = checked_workload(source, wanted, history);
  if (!session || &source != &session->source() || !same_transform(wanted.analysis, followed.analysis))
    check_memory(source, work);
  return work;
}

std::shared_ptr<Receiver::Replacement> Receiver::State::prepare(const Settings& wanted) {
  SpectrumPlanner::candidates(wanted);  // refused before a radio is opened
  auto next = std::make_shared<Replacement>();
  if (const auto now = snapshot()) next->before = now->settings;
  auto source = open_source(wanted);
  next->settings = wanted;
  next->settings.tuning = tuning_of(*source, wanted.tuning);
  std::unique_lock lock(mutex);
  next->settings = with_fitting_fft(*source, next->settings, history);
  const Workload work = check(*source, next->settings);
  lock.unlock();
  spectrumd::check_past(wanted.ring_seconds, source->facts().format, next->settings.tuning.rate, budget.limit().bytes);
  planner.forget();
  PlanningThread::Made made;
  try {
    made = make_transform(planner, {.settings = next->settings, .request = work.request, .frames = work.frames});
  } catch (const gpufft::PlanError& error) {
    throw TuningRefused("fft", error.what());
  }
  DspPlan plan{.analysis = next->settings.analysis,
               .offset = wanted.dbm_offset.value_or(Decibels{}),
               .hop = work.request.hop,
               .transform = std::move(made.transform),
               .sweep = std::nullopt};
  next->backend = std::move(made.backend);
  next->session = std::make_shared<Session>(
      std::move(source), std::move(plan), history, events, heartbeats, taps, clock,
      [this](Transform old) { planning_thread.retire(std::move(old)); }, &in_progress);
  note_limits(wanted, next->settings);
  return next;
}

// The threads of the old session end before those of the new one push rows; readers see the old one until then.
void Receiver::State::take_over(std::shared_ptr<Replacement> next) {
  std::shared_ptr<Session> old;
  {
    const std::scoped_lock lock(mutex);
    old = session;
  }
  if (old) old->stop();
  heartbeats.rest(Heartbeats::Source);
  heartbeats.rest(Heartbeats::Dsp);
  {
    const std::scoped_lock lock(mutex);
    const auto before = std::exchange(backend, next->backend);
    planning_thread.cancel();
    pending.reset();
    released = false;
    session = next->session;
    const Settings latest = std::exchange(settings, next->settings);
    sweep = workload_of(session->source().facts(), settings).sweep;
    followed = {.tuning = settings.tuning, .analysis = settings.analysis, .sweep = {}, .generation = 1};
    if (old || sweep) generation = ++last_generation;  // every source counts from 1; rows never go back
    if (sweep) sweep->generation = generation;
    follow();
    keep_past();
    log_choice(before.get());
    publish();
    if (next->before) change_again(*next->before, latest);
  }
  if (old) taps.end("the source was closed");  // also who came after the last block
  const RowPtr last = history.latest();
  next->session->start(last ? last->sequence : 0);
}

// What was tuned while the new source was prepared, unless that itself is tuned otherwise.
void Receiver::State::change_again(const Settings& before, const Settings& latest) try {
  Settings wanted = settings;
  if (wanted.analysis == before.analysis) wanted.analysis = latest.analysis;
  const Conversion conversion = std::exchange(wanted.tuning.conversion, before.tuning.conversion);
  if (wanted.tuning == before.tuning) wanted.tuning = latest.tuning;
  wanted.tuning.conversion = conversion;
  change(wanted);
} catch (const TuningRefused& refused) {
  events.add("limits", fmt::format("{}: {}", refused.field, refused.what()));
}

void Receiver::State::change(const Settings& requested) {
  const Settings wanted = with_fitting_fft(session->source(), requested, history);
  if (wanted.tuning == settings.tuning && wanted.analysis == settings.analysis) return;
  const bool tuned = wanted.tuning != settings.tuning;
  const bool laid_out = wanted.tuning.span != settings.tuning.span || wanted.tuning.rate != settings.tuning.rate ||
                        wanted.analysis.fft != requested.analysis.fft;
  Workload work = check(session->source(), wanted);
  if (tuned || (work.sweep && !same_rows(wanted.analysis, settings.analysis))) generation = ++last_generation;
  sweep = std::exchange(work.sweep, std::nullopt);
  const bool other_rate = wanted.tuning.rate != settings.tuning.rate;
  settings = wanted;
  if (other_rate) keep_past();
  if (sweep) sweep->generation = generation;
  order(work);
  follow();
  publish();
  if (laid_out) note_limits(requested, settings);
}

void Receiver::State::note_tuning(const Tuning& before, const Tuning& tuning, const Requester& by) {
  tuned_by = {by, std::chrono::system_clock::now()};
  publish();
  if (by.is_dial) return;
  events.add(
      {.id = 0, .time = {}, .kind = "retune", .text = changes_of(tuning, before), .by = by, .generation = generation});
}

// A warning where the radio or the history cannot do all that was requested.
void Receiver::State::note_limits(const Settings& requested, const Settings& used) const {
  if (const std::string limits = limits_of(requested, used); !limits.empty()) events.add("limits", limits);
}

// Orders a transform for the settings, unless the one in use or the one being planned matches them.
void Receiver::State::order(const Workload& work) {
  if (!released && same_transform(settings.analysis, followed.analysis)) {
    planning_thread.cancel();
    pending.reset();
    return;
  }
  if (pending && same_transform(settings.analysis, pending->analysis)) return;
  pending = {.number = ++orders, .analysis = settings.analysis};
  PlanningThread::Order order{
      .number = orders, .settings = settings, .request = work.request, .frames = work.frames, .release = {}};
  if (must_release(work)) order.release = [this, number = orders] { return release(number); };
  planning_thread.ask(std::move(order));
}

// Applies as much of the settings to the session as the transform in use allows. Hops are laid out for their transform:
// a sweep waits for it.
void Receiver::State::follow(std::optional<Transform> transform) {
  if (pending && sweep) return;
  Followed next{settings.tuning, settings.analysis, sweep, generation};
  if (pending) next.analysis = with_transform_of(next.analysis, followed.analysis);
  const bool other_sweep =
      sweep.has_value() != followed.sweep.has_value() || (sweep && sweep->generation != followed.sweep->generation);
  if (transform || other_sweep || !same_rows(next.analysis, followed.analysis)) {
    Settings as_followed = settings;
    as_followed.analysis = next.analysis;
    session->replan({.analysis = next.analysis,
                     .offset = settings.dbm_offset.value_or(Decibels{}),
                     .hop = workload_of(session->source().facts(), as_followed).request.hop,
                     .transform = std::move(transform),
                     .sweep = sweep});
  }
  if (next.generation != followed.generation)
    session->retune({first_tuning(settings.tuning, sweep, reach_of(settings)), generation}, sweep);
  followed = std::move(next);
}

bool Receiver::State::release(std::uint64_t number) {
  const std::scoped_lock lock(mutex);
  if (!pending || pending->number != number || released) return false;
  session->release();
  return released = true;
}

void Receiver::State::take(std::uint64_t number, PlanningThread::Made made) {
  const std::scoped_lock lock(mutex);
  if (!pending || pending->number != number) return planning_thread.retire(std::move(made.transform));
  pending.reset();
  released = false;
  const auto before = std::exchange(backend, std::move(made.backend));
  follow(std::move(made.transform));
  log_choice(before.get());  // before the status says that planning is over
  publish();
}

void Receiver::State::fail(std::uint64_t number, const std::string& reason) {
  const std::scoped_lock lock(mutex);
  if (!pending || pending->number != number) return;
  const bool same = same_transform(settings.analysis, followed.analysis), again = released && !same;
  events.add("backend", fmt::format("{} bins cannot be transformed: {}; {}", settings.analysis.fft, reason,
                                    same ? "no rows until the analysis is changed"
                                         : fmt::format("{} bins as before", followed.analysis.fft)));
  pending.reset();
  const bool other_rate = settings.tuning.rate != followed.tuning.rate;
  settings.tuning = followed.tuning;
  settings.analysis = followed.analysis;
  sweep = followed.sweep;
  generation = followed.generation;
  if (other_rate) keep_past();
  if (again) order(workload_of(session->source().facts(), settings));
  publish();
}

// Measurements are logged once, when a plan first relies on them: in short, as most candidates are not of this machine.
// `status`, the doctor and the debug log have all of them.
void Receiver::State::log_choice(const BackendChoice* before) const {
  const BackendStatus now = backend->status();
  if (now.candidates.empty() || (before != nullptr && now.reason == before->status().reason)) return;
  events.add("backend", fmt::format("{} for {} bins", chosen_of(now), followed.analysis.fft));
  spdlog::debug("backend: {}", now.reason);
}

void Receiver::State::publish() {
  auto next = std::make_shared<const Snapshot>(Snapshot{.settings = std::make_shared<const Settings>(settings),
                                                        .generation = generation,
                                                        .sweep = sweep,
                                                        .backend = backend,
                                                        .session = session,
                                                        .planning = pending.has_value(),
                                                        .tuned_by = tuned_by});
  const std::scoped_lock lock(snapshot_mutex);
  published.swap(next);
}

std::shared_ptr<const Receiver::State::Snapshot> Receiver::State::snapshot() const {
  const std::scoped_lock lock(snapshot_mutex);
  return published;
}

Receiver::Receiver(const Settings& settings, History& history, EventLog& events, Heartbeats& heartbeats,
                   const ProcessMemory& budget)
    : state_(std::make_unique<State>(history, events, heartbeats, budget)) {
  take_over(prepare(settings));
}

Receiver::~Receiver() = default;

std::shared_ptr<Receiver::Replacement> Receiver::prepare(const Settings& settings) const {
  return state_->prepare(settings);
}

void Receiver::take_over(std::shared_ptr<Replacement> next) { state_->take_over(std::move(next)); }

void Receiver::check(const Tuning& tuning, const Analysis& analysis) const {
  const std::scoped_lock lock(state_->mutex);
  Settings wanted = state_->settings;
  wanted.tuning = tuning;
  wanted.analysis = analysis;
  const IqSource& source = state_->session->source();
  if (wanted != state_->settings) state_->check(source, with_fitting_fft(source, wanted, state_->history));
}

void Receiver::check_past(double seconds) const {
  const std::scoped_lock lock(state_->mutex);
  spectrumd::check_past(seconds, state_->session->source().facts().format, state_->settings.tuning.rate,
                        state_->budget.limit().bytes);
}

void Receiver::change(const Tuning& tuning, const Analysis& analysis, const Requester& by) {
  const std::scoped_lock lock(state_->mutex);
  const Tuning before = state_->settings.tuning;
  Settings wanted = state_->settings;
  wanted.tuning = tuning;
  wanted.analysis = analysis;
  state_->change(wanted);
  if (tuning != before) state_->note_tuning(before, tuning, by);
}

void Receiver::retune(const Tuning& tuning) { change(tuning, settings()->analysis); }

void Receiver::analyse(const Analysis& analysis) { change(settings()->tuning, analysis); }

void Receiver::adopt(const Settings& settings) {
  const std::scoped_lock lock(state_->mutex);
  state_->settings.server = settings.server;
  state_->settings.feeds = settings.feeds;
  state_->settings.channels = settings.channels;
  state_->settings.zoom_limit = settings.zoom_limit;
  state_->settings.recordings = settings.recordings;
  state_->settings.history_mib = settings.history_mib;
  state_->settings.log_level = settings.log_level;
  state_->settings.report = settings.report;
  const std::string watch_folder = state_->settings.watch.folder;  // until the next start
  state_->settings.watch = settings.watch;
  state_->settings.watch.folder = watch_folder;
  state_->settings.users.dial_seconds = settings.users.dial_seconds;
  state_->settings.profile = settings.profile;
  state_->settings.profiles = settings.profiles;
  state_->settings.remember = settings.remember;
  const bool other_past = std::exchange(state_->settings.ring_seconds, settings.ring_seconds) != settings.ring_seconds;
  if (other_past) state_->keep_past();
  state_->publish();
}

SampleTaps& Receiver::taps() { return state_->taps; }

RowInProgress& Receiver::row_in_progress() { return state_->in_progress; }

std::shared_ptr<const Settings> Receiver::settings() const { return state_->snapshot()->settings; }

ReceiverStatus Receiver::status() const {
  const auto now = state_->snapshot();
  ReceiverStatus status;
  static_cast<SessionStatus&>(status) = now->session->status();
  status.settings = now->settings;
  status.tuning = now->settings->tuning;
  status.generation = now->generation;
  status.analysis = now->settings->analysis;
  status.sweep = now->sweep;
  status.backend = now->backend->status();
  status.planning = now->planning;
  status.tuned_by = now->tuned_by;
  status.clock = state_->clock.status();
  if (const RowPtr latest = state_->history.latest()) status.row_sequence = latest->sequence;
  return status;
}

}  // namespace spectrumd
