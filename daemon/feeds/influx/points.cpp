// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/points.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "daemon/config/host_name.h"
#include "daemon/feeds/influx/line_protocol.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/metric_list.h"

namespace spectrumd {
namespace {

constexpr std::string_view kPrefix = "spectrumd_";

std::string_view without_prefix(std::string_view name) {
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  return name;
}

void add(std::string& text, const InfluxLine& line, Time now) {
  text += line.at(std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch())).value_or("");
}

// One line for each label.
void add_metrics(std::string& text, ServerContext& context, const std::string& host, Time now) {
  std::map<std::pair<std::string_view, std::string>, InfluxLine> lines;
  const auto metrics = metrics_of(context);  // the lines refer to their labels
  for (const Metric& metric : metrics) {
    for (const auto& [label, label_value, value] : metric.samples) {
      const auto [line, is_new] = lines.try_emplace({label, label_value}, "spectrumd");
      if (is_new) line->second.tag("host", host).tag(label, label_value);
      line->second.field(without_prefix(metric.name), value);
    }
  }
  for (const auto& [label, line] : lines) add(text, line, now);
}

void add_signals(std::string& text, ServerContext& context, const std::string& host, Time now) {
  const auto heard = context.signals.read(context.settings().analysis.window);
  if (heard.sequence == 0) return;
  InfluxLine line("spectrumd_signals");
  line.tag("host", host).field("floor_db", fmt::format("{:.2f}", heard.floor.value));
  line.field("signals", fmt::format("{}", heard.signals.size()));
  if (!heard.signals.empty()) {
    line.field("strongest_hz", fmt::format("{:.0f}", heard.signals.front().frequency.value));
    line.field("strongest_db", fmt::format("{:.2f}", heard.signals.front().level.value));
  }
  add(text, line, now);
}

}  // namespace

std::string points_of(ServerContext& context, Time now) {
  const std::string host = host_name();
  std::string text;
  add_metrics(text, context, host, now);
  add_signals(text, context, host, now);
  return text;
}

}  // namespace spectrumd
