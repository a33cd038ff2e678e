// SPDX-License-Identifier: MIT
#include "daemon/commands/commands.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "daemon/commands/sweep/sweep_of_daemon.h"
#include "daemon/commands/sweep/sweep_report.h"
#include "daemon/pipeline/backend_choice.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "daemon/sources/source_list.h"
#include "gpufft/spectrum.h"

namespace spectrumd {
namespace {

constexpr double kSettleSeconds = 0.005;  // rtl_power's

// The numbers of the hops that the source can be tuned to; all of them if it can be tuned to none, so that it says why.
std::vector<std::size_t> reached_hops(const SurveyPlan& plan, const Settings& settings) {
  const Span reach = reach_of(settings);
  std::vector<std::size_t> all(plan.hops.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::size_t> reached;
  std::ranges::copy_if(all, std::back_inserter(reached), [&](std::size_t hop) {
    const Hertz center{static_cast<double>(plan.hops[hop])};
    return center >= reach.from && center <= reach.to;
  });
  return reached.empty() ? all : reached;
}

// Receives hop after hop and accumulates the power of each until a report is due.
class Survey : public IqSink {
 public:
  Survey(const SweepOptions& options, std::vector<std::size_t> hops, const Settings& settings, const IqSource& source)
      : plan_(options.plan),
        visited_(std::move(hops)),
        settings_(settings),
        facts_(source.facts()),
        spectrum_(planner_
                      .plan(settings,
                            {.format = facts_.format,
                             .bins = plan_.transform(),
                             .hop = plan_.transform(),
                             .window = options.window,
                             .remove_dc = true},
                            plan_.samples() / plan_.transform())
                      .spectrum),
        format_(plan_, options.window, options.peak_hold, options.compat),
        report_(options),
        powers_(plan_.hops.size()) {
    for (auto& power : powers_) power.clear(plan_.transform());
    begin_hop();
  }

  Slot<TuningRequest> requests;

  bool done() const { return done_; }

  std::string trouble() const {  // why no samples come, if none do; any thread
    const std::scoped_lock lock(mutex_);
    return trouble_;
  }
  bool busy() const {
    const std::scoped_lock lock(mutex_);
    return busy_;
  }
  std::string no_radio() const {  // says so if there has been none since the start
    const std::scoped_lock lock(mutex_);
    return no_radio_;
  }

 private:
  void take(const IqBlock& block) override {
    received_ = true;
    if (done_ || block.tuned.generation != generation_) return;
    auto bytes = block.bytes;
    const std::size_t skipped = std::min(settling_, bytes.size());
    settling_ -= skipped;
    bytes = bytes.subspan(skipped);
    while (!bytes.empty() && !done_) {
      const std::size_t piece = std::min(bytes.size(), wanted_ - heard_.size());
      heard_.insert(heard_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(piece));
      bytes = bytes.subspan(piece);
      if (heard_.size() < wanted_) return;
      finish_hop();
      if (visited_.size() > 1) return;  // what is left was heard here, and the next hop is elsewhere
    }
  }
  // Samples older than the tuning: the tuner settles meanwhile.
  void discard(const IqBlock& block) override {
    if (block.tuned.generation == generation_) settling_ -= std::min(settling_, block.bytes.size());
  }
  void idle() override {}
  void report(const SourceReport& report) override {
    const std::scoped_lock lock(mutex_);
    trouble_ = report.cause == Cause::None ? "" : report.reason;
    busy_ = report.cause == Cause::Busy;
    const bool away = report.state == SourceState::Waiting || report.state == SourceState::Absent;
    if (away && !busy_ && !received_) no_radio_ = no_radio_text(report);
  }

  // The tuner moves while the hop is worked out.
  void finish_hop() {
    const std::size_t heard = visited_[std::exchange(visit_, (visit_ + 1) % visited_.size())];
    if (visited_.size() > 1) go_on();
    spectrum_->accumulate(heard_, heard_.size() / gpufft::bytes_per_sample(facts_.format) / plan_.transform(),
                          powers_[heard]);
    if (visited_.size() > 1) spectrum_->reset();
    if (visit_ == 0 && report_.due()) give_report();
    begin_hop();
  }

  void go_on() {
    TuningRequest request{.tuning = settings_.tuning, .generation = ++generation_};
    request.tuning.center = {static_cast<double>(plan_.hops[visited_[visit_]])};
    requests.put(request);
  }

  void begin_hop() {
    const std::size_t sample = gpufft::bytes_per_sample(facts_.format);
    heard_.clear();
    wanted_ = plan_.samples() * sample;
    const bool tuned = facts_.live && visited_.size() > 1;
    settling_ = tuned ? static_cast<std::size_t>(kSettleSeconds * facts_.tuned.rate.value) * sample : 0;
  }

  void give_report() {
    std::vector<std::string> lines;
    for (std::size_t hop = 0; hop < powers_.size(); ++hop) {
      lines.push_back(powers_[hop].frames > 0 ? format_.line(hop, powers_[hop]) : format_.line_without_data(hop));
      powers_[hop].clear(plan_.transform());
    }
    report_.write(lines);
    done_ = report_.done();
  }

  const SurveyPlan plan_;
  const std::vector<std::size_t> visited_;  // hops
  const Settings settings_;
  const SourceFacts facts_;
  EventLog events_;
  SpectrumPlanner planner_{events_};
  std::unique_ptr<gpufft::Spectrum> spectrum_;
  const SurveyFormat format_;
  SweepReport report_;
  std::vector<gpufft::PowerRow> powers_;
  std::size_t visit_ = 0;
  std::uint32_t generation_ = 1;
  std::vector<std::byte> heard_;
  std::size_t wanted_ = 0, settling_ = 0;  // bytes
  std::atomic<bool> done_ = false, received_ = false;

  mutable std::mutex mutex_;  // guards what follows
  std::string trouble_, no_radio_;
  bool busy_ = false;
};

// Nullopt with fewer than two hops: nothing to sweep.
std::optional<Span> span_of(const SurveyPlan& plan) {
  if (plan.hops.size() < 2) return std::nullopt;
  return Span{{static_cast<double>(plan.hops.front())}, {static_cast<double>(plan.hops.back())}};
}

void log_plan(const SweepOptions& options) {
  const SurveyPlan& plan = options.plan;
  std::cerr << fmt::format(
      "Number of frequency hops: {}\nDongle bandwidth: {}Hz\nDownsampling by: {}x\nCropping by: {:.2f}%\n"
      "Total FFT bins: {}\nFFT bin size: {:.2f}Hz\nReporting every {} seconds\n",
      plan.hops.size(), plan.rate, plan.downsample, plan.crop * 100, plan.hops.size() * plan.fft, plan.step(),
      options.interval);
}

void warn_of_limits(const SurveyPlan& plan, const std::vector<std::size_t>& reached) {
  if (reached.size() == plan.hops.size()) return;
  std::cerr << fmt::format("The tuner reaches hops from {}Hz to {}Hz at this rate; the others are written as nan\n",
                           format_number(static_cast<double>(plan.hops[reached.front()])),
                           format_number(static_cast<double>(plan.hops[reached.back()])));
}

// The center of a hop comes from the range: that is what the user wrote.
std::unique_ptr<IqSource> open_for(Settings& settings, const SurveyPlan& plan,
                                   const std::vector<std::size_t>& reached) {
  settings.tuning.center = {static_cast<double>(plan.hops[reached.front()])};
  Tuning last = settings.tuning;
  last.center = {static_cast<double>(plan.hops[reached.back()])};
  try {
    auto source = open_source(settings);
    source->check(last);
    return source;
  } catch (const TuningRefused& refused) {
    throw TuningRefused(refused.field == "center" || refused.field == "rate" ? "-f" : refused.field, refused.what());
  }
}

// Returns why the stick is not available if another program has it; nullopt when done. Without a radio at the start it
// throws, as rtl_power ends: a script must not wait forever.
std::optional<std::string> sweep_source(Settings settings, const SweepOptions& options, const Signals& signals) {
  const auto reached = reached_hops(options.plan, settings);
  warn_of_limits(options.plan, reached);
  const auto source = open_for(settings, options.plan, reached);
  Survey survey(options, reached, settings, *source);
  std::string lost;
  std::atomic<bool> ended = false;
  std::jthread streaming([&](const std::stop_token& stop) {
    try {
      source->stream(stop, survey.requests, survey);
    } catch (const SourceError& error) {
      lost = error.what();
    }
    ended = true;
  });
  std::string reported;
  while (!survey.done() && !ended && !survey.busy() && survey.no_radio().empty() && !signals.wait_for(kSurveyCheck))
    if (const std::string trouble = survey.trouble(); trouble != std::exchange(reported, trouble) && !trouble.empty())
      std::cerr << trouble << '\n';
  const bool busy = survey.busy();
  streaming.request_stop();
  streaming.join();
  if (!lost.empty()) throw SourceError(lost);
  if (const std::string none = survey.no_radio(); !none.empty()) throw SourceError(none);
  return busy ? std::optional(survey.trouble()) : std::nullopt;
}

// If a spectrumd has the stick, its data can be used.
void sweep_daemon_instead(const Settings& settings, const SweepOptions& options, const Signals& signals,
                          const std::string& busy) {
  std::cerr << busy << '\n';
  try {
    sweep_daemon(settings, options, signals);
  } catch (const std::exception& error) {
    throw SourceError(fmt::format("{}, and no running spectrumd provides its data: {}", busy, error.what()));
  }
}

int sweep(Settings settings, const SweepOptions& options) {
  const Signals signals;
  settings.tuning.rate = {static_cast<double>(options.plan.rate)};
  settings.tuning.center = {static_cast<double>(options.plan.hops.front())};
  settings.tuning.span = span_of(options.plan);
  settings.tuning.dwell = kSettleSeconds + static_cast<double>(options.plan.samples()) / settings.tuning.rate.value;
  log_plan(options);
  if (options.from_daemon)
    sweep_daemon(settings, options, signals);
  else if (const auto busy = sweep_source(settings, options, signals))
    sweep_daemon_instead(settings, options, signals, *busy);
  std::cerr << "\nUser cancel, exiting...\n";
  return 0;
}

}  // namespace

int run_sweep(command_line::Arguments& arguments) {
  start_log();
  spdlog::set_level(spdlog::level::warn);
  const SweepOptions options = parse_sweep_options(arguments);
  return sweep(load_settings(options.settings), options);
}

}  // namespace spectrumd
