// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/sweep_of_daemon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/sweep/daemon_client.h"
#include "daemon/commands/sweep/sweep_report.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/rtlsdr/stick_list.h"

namespace spectrumd {
namespace {

constexpr std::string_view kSticks = "rtlsdr";

// The levels of a row as power per hertz, which does not depend on the bin width.
class Density {
 public:
  Density(const Json& row, double bin_hz)
      : step_(row["bin_hz"]), start_(row["center_hz"].get<double>() - row["span_hz"].get<double>() / 2 - bin_hz / 2) {
    const double resolution = row["rbw_hz"];
    for (const Json& level : row["levels"])
      watts_.push_back(level.is_null() ? 0 : std::pow(10, level.get<double>() / 10) / resolution);
  }

  double power(double from, double to) const {
    double sum = 0;
    const auto last = static_cast<std::ptrdiff_t>(watts_.size()) - 1;
    const auto at = [&](double hz) {
      return std::clamp(static_cast<std::ptrdiff_t>((hz - start_) / step_), std::ptrdiff_t{0}, last);
    };
    for (std::ptrdiff_t i = at(from); i <= at(to); ++i) {
      const double low = start_ + static_cast<double>(i) * step_;
      sum += watts_[static_cast<std::size_t>(i)] * std::max(0.0, std::min(to, low + step_) - std::max(from, low));
    }
    return sum;
  }

 private:
  double step_, start_;
  std::vector<double> watts_;  // of full scale, for each hertz
};

// The requested range without the cropped edges.
Span range_of(const SurveyPlan& plan) {
  const double half = plan.step() * static_cast<double>(plan.fft) * (1 - plan.crop) / 2;
  return {{static_cast<double>(plan.hops.front()) - half}, {static_cast<double>(plan.hops.back()) + half}};
}

void check_covered(const SurveyPlan& plan, const Json& row) {
  const double center = row["center_hz"], half = row["span_hz"].get<double>() / 2;
  const Span wanted = range_of(plan);
  if (wanted.from.value >= center - half - plan.step() && wanted.to.value <= center + half + plan.step()) return;
  throw SourceError(fmt::format("the running spectrumd receives {}Hz to {}Hz; let it sweep with span \"{}:{}\"",
                                format_number(center - half), format_number(center + half),
                                format_number(wanted.from.value), format_number(wanted.to.value)));
}

void check_streams(const Json& status) {
  const Json& source = status["source"];
  if (source["state"] == "streaming" || source["state"] == "ended") return;
  throw SourceError(fmt::format("the running spectrumd receives nothing: {}",
                                source["reason"] == "" ? source["state"] : source["reason"]));
}

// A daemon with another stick would answer too, with the signals of another antenna.
void check_same_stick(const std::string& source, const Json& status) {
  if (source != kAutoSource && !source.starts_with(kSticks)) return;
  const std::size_t colon = source.find(':');
  const auto sticks = list_sticks();
  const Stick& stick =
      choose_stick(sticks, parse_stick_choice(colon == std::string::npos ? "" : source.substr(colon + 1)));
  const std::string has = status["source"]["description"];
  if (status["source"]["kind"] == kSticks && has.find(fmt::format(" at {},", stick.path)) != std::string::npos) return;
  throw SourceError(fmt::format("the spectrumd running here has another radio ({}); use --daemon to accept it", has));
}

class DaemonSurvey {
 public:
  DaemonSurvey(const Settings& settings, const SweepOptions& options)
      : daemon_(options.url.empty() ? DaemonClient(settings.server) : DaemonClient(options.url, settings.server.token)),
        options_(options),
        format_(options.plan, options.window, false, options.compat) {
    const Json status = daemon_.get("/api/v1/status");
    if (!options.from_daemon) check_same_stick(settings.source, status);
    check_streams(status);
    check_covered(options.plan, daemon_.get("/api/v1/spectrum?bins=1"));
    bin_hz_ = status["rows"]["bin_hz"];
    std::cerr << "Asking the spectrumd at " << daemon_.name() << '\n';
    if (bin_hz_ > options.plan.step())
      std::cerr << fmt::format("Its bins are {:.2f}Hz wide; a longer fft there makes them narrower\n", bin_hz_);
  }

  // Lines for the samples since the last report.
  std::vector<std::string> lines() const {
    const Json row = latest();
    check_covered(options_.plan, row);
    const Density density(row, bin_hz_);
    std::vector<std::string> lines;
    for (std::size_t hop = 0; hop < options_.plan.hops.size(); ++hop)
      lines.push_back(format_.line(hop, powers(density, hop), row["ffts"]));
    return lines;
  }

 private:
  // A sweep may take longer than the time between reports: then there is nothing newer than the last one.
  Json latest() const {
    const std::string view = fmt::format("bins=65536&pool=mean&detector={}", options_.peak_hold ? "max" : "mean");
    const Json rows = daemon_.get(fmt::format("/api/v1/history?since=-{}&rows=1&{}", options_.interval, view))["rows"];
    if (!rows.empty()) return rows.back();
    check_streams(daemon_.get("/api/v1/status"));
    return daemon_.get("/api/v1/spectrum?" + view);
  }

  std::vector<double> powers(const Density& density, std::size_t hop) const {
    const SurveyPlan& plan = options_.plan;
    const double step = plan.step(),
                 first = static_cast<double>(plan.hops[hop]) - static_cast<double>(plan.fft) / 2 * step;
    std::vector<double> powers;
    for (std::size_t bin = 0; bin < plan.fft; ++bin) {
      const double middle = first + static_cast<double>(bin) * step;
      powers.push_back(density.power(middle - step / 2, middle + step / 2));
    }
    return powers;
  }

  const DaemonClient daemon_;
  const SweepOptions& options_;
  const SurveyFormat format_;
  double bin_hz_ = 0;  // of its transforms
};

}  // namespace

void sweep_daemon(const Settings& settings, const SweepOptions& options, const Signals& signals) {
  const DaemonSurvey survey(settings, options);
  SweepReport report(options);
  while (!report.done() && !signals.wait_for(kSurveyCheck))
    if (report.due()) report.write(survey.lines());
}

}  // namespace spectrumd
