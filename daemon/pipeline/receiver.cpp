// SPDX-License-Identifier: MIT
#include "daemon/pipeline/receiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "daemon/pipeline/dsp_loop.h"
#include "daemon/pipeline/session.h"
#include "daemon/sources/source_list.h"
#include "gpufft/backend.h"

namespace spectrumd {

struct Receiver::State {
  State(const Settings& wish, History& rows, EventLog& log, Heartbeats& beats)
      : history(rows), events(log), heartbeats(beats), settings(wish), planner(log) {
    SpectrumPlanner::candidates(wish);  // refused before a radio is opened
    clock.observe([&log](std::chrono::nanoseconds by) {
      log.add("clock", fmt::format("system clock stepped by {:+.1f} s", std::chrono::duration<double>(by).count()));
    });
  }

  void start(std::unique_ptr<IqSource> source, DspPlan plan);
  DspPlan plan(const IqSource& source, const Settings& wish);
  void adopt(const DspPlan& plan);
  void check_row_memory(std::size_t bins) const;
  void check(const Settings& wish);
  void tune(const Settings& wish);

  History& history;
  EventLog& events;
  Heartbeats& heartbeats;
  SampleTaps taps;
  WallClock clock;

  mutable std::mutex mutex;  // guards what follows
  Settings settings;         // tuning and analysis are the wishes in force
  SpectrumPlanner planner;
  std::shared_ptr<const BackendChoice> backend;  // of the plan in use
  std::uint32_t generation = 1;
  std::optional<SweepPlan> sweep;
  std::unique_ptr<Session> session;
};

namespace {

// What cannot be tuned is as it is, whatever the settings say.
Tuning tuning_of(const IqSource& source, const Tuning& wish) {
  if (source.facts().tunable) return wish;
  if (wish.span) throw TuningRefused("span", "a recording cannot be swept; leave the span away");
  const Tuned& tuned = source.facts().tuned;
  return {.center = tuned.center, .rate = tuned.rate, .gain = tuned.gain, .ppm = tuned.ppm};
}

std::string where(const Tuning& wish) {
  if (!wish.span) return "center " + format_number(wish.center.value);
  return fmt::format("span {} to {}", format_number(wish.span->from.value), format_number(wish.span->to.value));
}

// Every hop, by its two ends.
void check_hops(const IqSource& source, const Tuning& wish, const std::optional<SweepPlan>& sweep) {
  Tuning tuning = first_tuning(wish, sweep);
  source.check(tuning);
  if (!sweep) return;
  tuning.center = sweep->center(sweep->hops - 1, true);
  source.check(tuning);
}

std::size_t in_mib(std::size_t bytes) { return (bytes + (std::size_t{1} << 20) - 1) >> 20; }

}  // namespace

void Receiver::State::check_row_memory(std::size_t bins) const {
  if (bins <= history.most_bins()) return;
  throw TuningRefused(
      "fft", fmt::format("rows of {} bins do not fit into a history of {} MiB; history.memory {} would do", bins,
                         in_mib(history.memory_limit()), in_mib(History::memory_for(bins))));
}

DspPlan Receiver::State::plan(const IqSource& source, const Settings& wish) {
  const Analysis& analysis = wish.analysis;
  auto hops = plan_sweep(wish.tuning, analysis.fft, source.facts().live ? kSettleSeconds : 0);
  if (hops) hops->generation = generation;
  check_row_memory(hops ? hops->bins : analysis.fft);
  const auto hop = static_cast<std::size_t>(std::lround(analysis.hop * static_cast<double>(analysis.fft)));
  DspPlan plan{.analysis = analysis,
               .offset = wish.dbm_offset.value_or(Decibels{0}),
               .hop = std::max<std::size_t>(1, hop),
               .spectrum = nullptr,
               .backend = nullptr,
               .sweep = hops};
  const gpufft::SpectrumRequest request{.format = source.facts().format,
                                        .bins = analysis.fft,
                                        .hop = plan.hop,
                                        .window = analysis.window,
                                        .remove_dc = analysis.remove_dc};
  try {
    const double row_frames = wish.tuning.rate.value / analysis.rows / static_cast<double>(plan.hop);
    auto planned = planner.plan(wish, request, static_cast<std::size_t>(std::clamp(row_frames, 1.0, 1e6)));
    plan.spectrum = std::move(planned.spectrum);
    plan.backend = std::move(planned.choice);
  } catch (const gpufft::PlanError& error) {
    throw TuningRefused("fft", error.what());
  }
  return plan;
}

// What was measured is told once, when it is first relied on.
void Receiver::State::adopt(const DspPlan& plan) {
  const std::string before = backend ? backend->status().reason : "";
  backend = plan.backend;
  const BackendStatus now = backend->status();
  if (now.candidates.empty() || now.reason == before) return;
  events.add("backend", fmt::format("{} for {} bins, {}", now.name, plan.analysis.fft, now.reason));
}

void Receiver::State::start(std::unique_ptr<IqSource> source, DspPlan plan) {
  adopt(plan);
  auto next = std::make_unique<Session>(std::move(source), std::move(plan), history, events, heartbeats, taps, clock);
  session.reset();  // its threads are gone before the next ones push rows
  session = std::move(next);
  const RowPtr last = history.latest();
  session->start(last ? last->sequence : 0);
}

// What is the same as before has been checked before.
void Receiver::State::check(const Settings& wish) {
  const IqSource& source = session->source();
  if (wish.tuning == settings.tuning && wish.analysis == settings.analysis) return;
  const DspPlan made = plan(source, wish);
  if (wish.tuning != settings.tuning) check_hops(source, wish.tuning, made.sweep);
}

// Takes over a wish that has been checked.
void Receiver::State::tune(const Settings& wish) {
  const bool swept = sweep.has_value();
  ++generation;
  DspPlan made = plan(session->source(), wish);
  sweep = made.sweep;
  settings = wish;
  if (sweep || swept) {
    adopt(made);
    session->replan(std::move(made));
  }
  session->retune({first_tuning(wish.tuning, sweep), generation}, sweep);
}

Receiver::Receiver(const Settings& settings, History& history, EventLog& events, Heartbeats& heartbeats)
    : state_(std::make_unique<State>(settings, history, events, heartbeats)) {
  auto source = open_source(settings);
  state_->settings.tuning = tuning_of(*source, settings.tuning);
  auto plan = state_->plan(*source, state_->settings);
  check_hops(*source, state_->settings.tuning, plan.sweep);
  state_->start(std::move(source), std::move(plan));
  if (state_->settings.tuning.span) state_->tune(state_->settings);
}

Receiver::~Receiver() = default;

void Receiver::check(const Tuning& tuning, const Analysis& analysis) const {
  const std::scoped_lock lock(state_->mutex);
  Settings wish = state_->settings;
  wish.tuning = tuning;
  wish.analysis = analysis;
  state_->check(wish);
}

void Receiver::retune(const Tuning& wish) {
  const std::scoped_lock lock(state_->mutex);
  if (wish == state_->settings.tuning) return;
  Settings settings = state_->settings;
  settings.tuning = wish;
  state_->check(settings);
  state_->tune(settings);
  state_->events.add("retune",
                     fmt::format("{}Hz, rate {}S/s, gain {}, {} ppm", where(wish), format_number(wish.rate.value),
                                 wish.gain ? fmt::format("{} dB", wish.gain->value) : "auto", wish.ppm));
}

void Receiver::analyse(const Analysis& wish) {
  const std::scoped_lock lock(state_->mutex);
  if (wish == state_->settings.analysis) return;
  Settings settings = state_->settings;
  settings.analysis = wish;
  DspPlan plan = state_->plan(state_->session->source(), settings);
  if (plan.sweep) return state_->tune(settings);
  state_->adopt(plan);
  state_->session->replan(std::move(plan));
  state_->settings.analysis = wish;
}

void Receiver::replace_source(const Settings& settings) {
  SpectrumPlanner::candidates(settings);  // throws
  auto source = open_source(settings);
  const std::scoped_lock lock(state_->mutex);
  state_->planner.forget();
  Settings wish = settings;
  wish.tuning = tuning_of(*source, settings.tuning);
  auto plan = state_->plan(*source, wish);
  check_hops(*source, wish.tuning, plan.sweep);
  state_->start(std::move(source), std::move(plan));
  state_->settings = wish;
  state_->tune(state_->settings);  // every source counts from 1; rows never go back
}

SampleTaps& Receiver::taps() { return state_->taps; }

ReceiverStatus Receiver::status() const {
  const std::scoped_lock lock(state_->mutex);
  ReceiverStatus status = state_->session->status();
  status.tuning = state_->settings.tuning;
  status.generation = state_->generation;
  status.analysis = state_->settings.analysis;
  status.sweep = state_->sweep;
  status.backend = state_->backend->status();
  status.clock = state_->clock.status();
  if (const RowPtr latest = state_->history.latest()) status.row_sequence = latest->sequence;
  return status;
}

}  // namespace spectrumd
