// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/bench_page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace gpufft::program {
namespace {

constexpr double kWidth = 860, kHeight = 340, kLeft = 64, kRight = 28, kTop = 16, kBottom = 36;
// Distinct with any colour vision, and by their dashes without any.
constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                      "#d55e00", "#56b4e9", "#999999"};
constexpr std::array<std::string_view, 7> kDashes = {"", "6 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2", "1 4"};

struct Point {
  double length, value;
};
struct Series {
  std::string name;
  std::vector<Point> points;
};

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string length_text(double length) {
  if (length >= 1 << 20 && std::fmod(length, 1 << 20) == 0) return fmt::format("{:.0f}Mi", length / (1 << 20));
  if (length >= 1 << 10 && std::fmod(length, 1 << 10) == 0) return fmt::format("{:.0f}Ki", length / (1 << 10));
  return fmt::format("{:.0f}", length);
}

// 1, 2 or 5 times a power of ten, so that about five of them reach `most`.
double tick_of(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 5)));
  for (const double factor : {1, 2, 5})
    if (most / (factor * power) <= 6) return factor * power;
  return 10 * power;
}

// Axes for these series: lengths by their logarithms, values from 0.
class Plot {
 public:
  explicit Plot(std::span<const Series> series) {
    double least = 1e300, most = 0;
    for (const Series& one : series)
      for (const Point& point : one.points) {
        least = std::min(least, point.length);
        most = std::max(most, point.length);
        top_ = std::max(top_, point.value);
      }
    first_ = std::floor(std::log2(least));
    last_ = std::max(std::ceil(std::log2(most)), first_ + 1);
    tick_ = tick_of(top_);
    top_ = std::ceil(top_ / tick_) * tick_;
    for (std::size_t index = 0; index < series.size(); ++index) draw(series[index], index);
  }

  // The whole picture, with a separate line at `mark`.
  std::string svg(std::optional<double> mark) const {
    std::string text = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\"><g class=\"axes\">", kWidth, kHeight);
    for (double value = 0; value <= top_ * 1.001; value += tick_)
      text += level(value, "") + fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>", kLeft - 6,
                                             y(value) + 4, value);
    const double step = std::ceil((last_ - first_) / 16);
    for (double log2 = first_; log2 <= last_; log2 += step)
      text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x(std::exp2(log2)),
                          kHeight - kBottom + 18, length_text(std::exp2(log2)));
    if (mark && *mark <= top_) text += level(*mark, "mark");
    return text + "</g>" + lines_ + "</svg>\n";
  }

 private:
  double x(double length) const {
    return kLeft + (std::log2(length) - first_) / (last_ - first_) * (kWidth - kLeft - kRight);
  }
  double y(double value) const { return kHeight - kBottom - value / top_ * (kHeight - kTop - kBottom); }

  std::string level(double value, std::string_view name) const {
    return fmt::format("<path class=\"{}\" d=\"M{} {:.1f}H{}\"/>", name, kLeft, y(value), kWidth - kRight);
  }

  void draw(const Series& series, std::size_t index) {
    const auto colour = kColours[index % kColours.size()];
    std::string path, dots;
    for (const Point& point : series.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', x(point.length), y(point.value));
      dots +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}, {:.0f} points: {:.4g}</title></circle>",
                      x(point.length), y(point.value), escaped(series.name), point.length, point.value);
    }
    lines_ +=
        fmt::format("<g stroke=\"{0}\" fill=\"{0}\"><path class=\"line\" stroke-dasharray=\"{1}\" d=\"{2}\"/>{3}</g>",
                    colour, kDashes[index % kDashes.size()], path, dots);
  }

  double first_, last_, top_ = 0, tick_;
  std::string lines_;
};

std::string legend(std::span<const Series> series) {
  std::string text = "<p class=\"legend\">";
  for (std::size_t index = 0; index < series.size(); ++index)
    text += fmt::format(
        "<span><svg viewBox=\"0 0 32 8\"><path stroke=\"{}\" stroke-dasharray=\"{}\" class=\"line\" d=\"M0 "
        "4H32\"/></svg> "
        "{}</span> ",
        kColours[index % kColours.size()], kDashes[index % kDashes.size()], escaped(series[index].name));
  return text + "</p>\n";
}

std::string table(std::span<const BenchResult> results) {
  std::string text = "<table><tr><th>points<th>batch<th>gpufft<th>peer<th>its speed<th>unit<th>ratio</tr>\n";
  for (const BenchResult& result : results)
    text += fmt::format("<tr><td>{}<td>{}<td>{:.1f}<td>{}<td>{:.1f}<td>{}<td>{:.2f}</tr>\n", result.n, result.batch,
                        result.ours, escaped(result.peer), result.theirs, escaped(result.unit), result.ratio());
  return text + "</table>\n";
}

// Ours is drawn first, so that a peer has one colour in both pictures.
std::string section(std::span<const BenchResult> results) {
  std::vector<Series> speeds{{"gpufft", {}}}, ratios{{"gpufft", {}}};
  std::map<std::size_t, double> ours;
  for (const BenchResult& result : results) {
    const auto length = static_cast<double>(result.n);
    auto known = std::ranges::find(speeds, result.peer, &Series::name);
    if (known == speeds.end()) {
      ratios.push_back({result.peer, {}});
      known = speeds.insert(speeds.end(), {result.peer, {}});
    }
    known->points.push_back({length, result.theirs});
    ratios[static_cast<std::size_t>(known - speeds.begin())].points.push_back({length, result.ratio()});
    ours.emplace(result.n, result.ours);
  }
  for (const auto& [n, value] : ours) speeds[0].points.push_back({static_cast<double>(n), value});
  for (auto* const all : {&speeds, &ratios})
    for (Series& series : *all) std::ranges::sort(series.points, {}, &Point::length);
  const BenchResult& first = results.front();
  return fmt::format("<h2>{}: {} {}</h2>\n", escaped(first.bench), escaped(first.backend), escaped(first.target)) +
         legend(speeds) + fmt::format("<h3>Speed, {}</h3>\n", escaped(first.unit)) + Plot(speeds).svg(std::nullopt) +
         "<h3>gpufft divided by each</h3>\n" + Plot(ratios).svg(1) + table(results);
}

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --text: #222; --quiet: #777; --line: #ddd; --page: #fff }
@media (prefers-color-scheme: dark) { :root { --text: #ddd; --quiet: #999; --line: #3a3a3a; --page: #161616 } }
body { font: 15px/1.4 system-ui, sans-serif; max-width: 860px; margin: 2em auto; padding: 0 1em; color: var(--text);
  background: var(--page) }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif }
.axes text { fill: var(--quiet) } .axes path { stroke: var(--line) } .axes path.mark { stroke: var(--quiet) }
.line { fill: none; stroke-width: 2 }
.legend svg { width: 32px; height: 8px } .legend span { margin-right: 1em; white-space: nowrap }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
td, th { padding: .1em .8em; text-align: right; border-bottom: 1px solid var(--line) }
)";

}  // namespace

std::string bench_page(std::span<const BenchResult> results, std::string_view date) {
  std::vector<std::pair<std::string, std::vector<BenchResult>>> benches;
  for (const BenchResult& result : results) {
    auto known = std::ranges::find(benches, result.bench, &std::pair<std::string, std::vector<BenchResult>>::first);
    if (known == benches.end()) known = benches.insert(benches.end(), {result.bench, {}});
    known->second.push_back(result);
  }
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>gpufft bench</title>\n<style>{}</style>\n<h1>gpufft bench</h1>\n<p>{}. "
      "All were measured alternately in one run; medians.</p>\n",
      kStyle, escaped(date));
  for (const auto& [name, own] : benches) page += section(own);
  return page + "</html>\n";
}

BenchPageFile::BenchPageFile(std::string file) : file_(std::move(file)) {
  if (!file_.empty()) write();
}

void BenchPageFile::add(const BenchResult& result) {
  if (file_.empty()) return;
  results_.push_back(result);
  write();
}

void BenchPageFile::write() const {
  const auto now = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now());
  const std::string partial = file_ + ".part";
  std::ofstream out(partial);
  out << bench_page(results_, fmt::format("{:%Y-%m-%d %H:%M} UTC", now));
  out.close();
  if (!out || std::rename(partial.c_str(), file_.c_str()) != 0) throw PlanError(file_ + ": can't be written");
}

}  // namespace gpufft::program
