// SPDX-License-Identifier: MIT
#include "daemon/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "daemon/daemon_client.h"
#include "daemon/signals.h"
#include "daemon/sources/source_list.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr double kSettleSeconds = 0.005;  // rtl_power's
constexpr auto kPatience = std::chrono::milliseconds(100);

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
  }
};

// Lines with a date and a time; when the next ones are due, and when it is enough.
class Report {
 public:
  explicit Report(const SweepOptions& options)
      : file_(options.file == "-" ? stdout : std::fopen(options.file.c_str(), "wb")),
        interval_(options.interval),
        next_(std::time(nullptr) + options.interval),
        end_(options.run_time > 0 ? std::time(nullptr) + options.run_time : 0),
        single_(options.single) {
    if (!file_) throw SweepUsageError("Failed to open " + options.file);
  }

  bool due() const { return std::time(nullptr) >= next_; }

  void write(const std::vector<std::string>& lines) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y-%m-%d, %H:%M:%S", &local);
    for (const std::string& line : lines) std::fprintf(file_.get(), "%s, %s\n", stamp.data(), line.c_str());
    const bool written = std::fflush(file_.get()) == 0;
    while (now >= next_) next_ += interval_;
    done_ = done_ || single_ || !written || (end_ > 0 && now >= end_);
  }
  bool done() const { return done_; }

 private:
  const std::unique_ptr<std::FILE, CloseFile> file_;
  const std::time_t interval_;
  std::time_t next_;
  const std::time_t end_;
  const bool single_;
  bool done_ = false;
};

// Hears hop after hop and adds up the powers of each until a report is due.
class Survey : public IqSink {
 public:
  Survey(const SweepOptions& options, const Settings& settings, const IqSource& source)
      : plan_(options.plan),
        settings_(settings),
        facts_(source.facts()),
        spectrum_(gpufft::choose_backend(settings.backend)
                      .backend->plan_spectrum({.format = facts_.format,
                                               .bins = plan_.transform(),
                                               .hop = plan_.transform(),
                                               .window = options.window,
                                               .remove_dc = true})),
        format_(plan_, options.window, options.peak_hold, options.compat),
        report_(options),
        powers_(plan_.hops.size()) {
    for (auto& power : powers_) power.clear(plan_.transform());
    begin_hop();
  }

  Slot<TuningRequest> wishes;

  bool done() const { return done_; }

  std::string trouble() const {  // why no samples come, if none do; any thread
    const std::scoped_lock lock(mutex_);
    return trouble_;
  }
  bool busy() const {
    const std::scoped_lock lock(mutex_);
    return busy_;
  }

 private:
  void take(const IqBlock& block) override {
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
      if (plan_.hops.size() > 1) return;  // what is left was heard here, and the next hop is elsewhere
    }
  }
  // What is older than the tuning: the tuner settles while it passes.
  void discard(const IqBlock& block) override {
    if (block.tuned.generation == generation_) settling_ -= std::min(settling_, block.bytes.size());
  }
  void idle() override {}
  void report(const SourceReport& report) override {
    const std::scoped_lock lock(mutex_);
    trouble_ = report.cause.empty() ? "" : report.reason;
    busy_ = report.cause == "busy";
  }

  // The tuner moves while the hop is worked out.
  void finish_hop() {
    const std::size_t heard = std::exchange(hop_, (hop_ + 1) % plan_.hops.size());
    if (plan_.hops.size() > 1) go_on();
    spectrum_->accumulate(heard_, heard_.size() / gpufft::bytes_per_sample(facts_.format) / plan_.transform(),
                          powers_[heard]);
    if (plan_.hops.size() > 1) spectrum_->reset();
    if (hop_ == 0 && report_.due()) give_report();
    begin_hop();
  }

  void go_on() {
    TuningRequest wish{.tuning = settings_.tuning, .generation = ++generation_};
    wish.tuning.center = {static_cast<double>(plan_.hops[hop_])};
    wishes.put(wish);
  }

  void begin_hop() {
    const std::size_t sample = gpufft::bytes_per_sample(facts_.format);
    heard_.clear();
    wanted_ = plan_.samples() * sample;
    const bool tuned = facts_.live && plan_.hops.size() > 1;
    settling_ = tuned ? static_cast<std::size_t>(kSettleSeconds * facts_.tuned.rate.value) * sample : 0;
  }

  void give_report() {
    std::vector<std::string> lines;
    for (std::size_t hop = 0; hop < powers_.size(); ++hop) {
      lines.push_back(format_.line(hop, powers_[hop]));
      powers_[hop].clear(plan_.transform());
    }
    report_.write(lines);
    done_ = report_.done();
  }

  const SurveyPlan plan_;
  const Settings settings_;
  const SourceFacts facts_;
  std::unique_ptr<gpufft::Spectrum> spectrum_;
  const SurveyFormat format_;
  Report report_;
  std::vector<gpufft::PowerRow> powers_;
  std::size_t hop_ = 0;
  std::uint32_t generation_ = 1;
  std::vector<std::byte> heard_;
  std::size_t wanted_ = 0, settling_ = 0;  // bytes
  std::atomic<bool> done_ = false;

  mutable std::mutex mutex_;  // guards what follows
  std::string trouble_;
  bool busy_ = false;
};

// Mean power of the levels in [from, from + width), or of the one that covers it.
double power_in(const Json& row, double from, double width) {
  const Json& levels = row["levels"];
  const double bin = row["bin_hz"], start = row["center_hz"].get<double>() - row["span_hz"].get<double>() / 2;
  const auto at = [&](double hz) {
    return static_cast<std::size_t>(std::clamp((hz - start) / bin, 0.0, static_cast<double>(levels.size() - 1)));
  };
  const std::size_t first = at(from), last = std::max(first + 1, at(from + width));
  double sum = 0;
  for (std::size_t i = first; i < last; ++i)
    sum += levels[i].is_null() ? 0 : std::pow(10, levels[i].get<double>() / 10);
  return sum / static_cast<double>(last - first);
}

void check_covered(const SurveyPlan& plan, const Json& row) {
  const double center = row["center_hz"], half = row["span_hz"].get<double>() / 2;
  const double width = plan.step() * static_cast<double>(plan.fft) * (1 - plan.crop) / 2;
  const double from = static_cast<double>(plan.hops.front()) - width,
               to = static_cast<double>(plan.hops.back()) + width;
  if (from >= center - half - plan.step() && to <= center + half + plan.step()) return;
  throw SourceError(fmt::format("the running spectrumd receives {}Hz to {}Hz; let it sweep with span \"{}:{}\"",
                                format_number(center - half), format_number(center + half), format_number(from),
                                format_number(to)));
}

// What a running daemon has received since the last report.
std::vector<std::string> lines_of(const DaemonClient& daemon, const SweepOptions& options, const SurveyFormat& format) {
  const SurveyPlan& plan = options.plan;
  check_covered(plan, daemon.get("/api/v1/spectrum?bins=1"));
  const Json rows = daemon.get(fmt::format("/api/v1/history?since=-{}&rows=1&bins=65536&detector={}", options.interval,
                                           options.peak_hold ? "max" : "mean"))["rows"];
  if (rows.empty()) throw SourceError("the running spectrumd has no rows of that time");
  std::vector<std::string> lines;
  for (std::size_t hop = 0; hop < plan.hops.size(); ++hop) {
    std::vector<double> powers;
    const double middle = static_cast<double>(plan.fft) / 2;
    for (std::size_t bin = 0; bin < plan.fft; ++bin)
      powers.push_back(power_in(rows.back(),
                                static_cast<double>(plan.hops[hop]) + (static_cast<double>(bin) - middle) * plan.step(),
                                plan.step()));
    lines.push_back(format.line(hop, powers, rows.back()["ffts"]));
  }
  return lines;
}

int sweep_daemon(const Settings& settings, const SweepOptions& options, const Signals& signals) {
  const DaemonClient daemon(settings.server);
  const SurveyFormat format(options.plan, options.window, false, options.compat);
  check_covered(options.plan, daemon.get("/api/v1/spectrum?bins=1"));
  std::cerr << "Asking the spectrumd at " << settings.server.listen << '\n';
  Report report(options);
  while (!report.done() && !signals.wait_for(kPatience))
    if (report.due()) report.write(lines_of(daemon, options, format));
  return 0;
}

// Nothing where there is nowhere to go.
std::optional<Span> span_of(const SurveyPlan& plan) {
  if (plan.hops.size() < 2) return std::nullopt;
  return Span{{static_cast<double>(plan.hops.front())}, {static_cast<double>(plan.hops.back())}};
}

void tell_plan(const SweepOptions& options) {
  const SurveyPlan& plan = options.plan;
  std::cerr << fmt::format(
      "Number of frequency hops: {}\nDongle bandwidth: {}Hz\nDownsampling by: {}x\nCropping by: {:.2f}%\n"
      "Total FFT bins: {}\nFFT bin size: {:.2f}Hz\nReporting every {} seconds\n",
      plan.hops.size(), plan.rate, plan.downsample, plan.crop * 100, plan.hops.size() * plan.fft, plan.step(),
      options.interval);
}

// Gives false where another program has the stick.
bool sweep_source(const Settings& settings, const SweepOptions& options, const Signals& signals) {
  const auto source = open_source(settings);
  Tuning last = settings.tuning;
  last.center = {static_cast<double>(options.plan.hops.back())};
  source->check(last);
  Survey survey(options, settings, *source);
  std::string lost;
  std::atomic<bool> ended = false;
  std::jthread streaming([&](const std::stop_token& stop) {
    try {
      source->stream(stop, survey.wishes, survey);
    } catch (const SourceError& error) {
      lost = error.what();
    }
    ended = true;
  });
  std::string told;
  while (!survey.done() && !ended && !survey.busy() && !signals.wait_for(kPatience))
    if (const std::string trouble = survey.trouble(); trouble != std::exchange(told, trouble) && !trouble.empty())
      std::cerr << trouble << '\n';
  const bool busy = survey.busy();
  streaming.request_stop();
  streaming.join();
  if (!lost.empty()) throw SourceError(lost);
  if (busy) std::cerr << survey.trouble() << '\n';
  return !busy;
}

}  // namespace

int sweep(Settings settings, const SweepOptions& options) {
  const Signals signals;
  settings.tuning.rate = {static_cast<double>(options.plan.rate)};
  settings.tuning.center = {static_cast<double>(options.plan.hops.front())};
  settings.tuning.span = span_of(options.plan);
  settings.tuning.dwell = kSettleSeconds + static_cast<double>(options.plan.samples()) / settings.tuning.rate.value;
  tell_plan(options);
  if (options.from_daemon || !sweep_source(settings, options, signals)) sweep_daemon(settings, options, signals);
  std::cerr << "\nUser cancel, exiting...\n";
  return 0;
}

}  // namespace spectrumd
