// SPDX-License-Identifier: MIT
// Metrics for Prometheus: its exposition format 0.0.4, or OpenMetrics 1.0.
#include <fmt/format.h>

#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/metric_list.h"

namespace spectrumd {

namespace {

constexpr std::string_view kTotal = "_total";

std::string label_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\' || c == '"') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

void add_text(std::string& text, const Metric& metric, bool open_metrics) {
  std::string_view family = metric.name;
  // In OpenMetrics the ending belongs to the sample.
  if (open_metrics && family.ends_with(kTotal)) family.remove_suffix(kTotal.size());
  text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", family, metric.help, family, metric.type);
  for (const auto& [label, label_value, value] : metric.samples) {
    text += metric.name;
    if (!label.empty()) text += fmt::format("{{{}=\"{}\"}}", label, label_escaped(label_value));
    text += fmt::format(" {}\n", value);
  }
}

Answer answer_metrics(ServerContext& context, const Request& request) {
  const bool open_metrics = request.head.lists("Accept", "application/openmetrics-text");
  std::string text;
  for (const Metric& metric : metrics_of(context)) add_text(text, metric, open_metrics);
  if (open_metrics) text += "# EOF\n";
  return {.type = open_metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                               : "text/plain; version=0.0.4; charset=utf-8",
          .body = std::move(text)};
}

}  // namespace

Routes metrics_routes() {
  return {{.method = "GET",
           .path = "/metrics",
           .summary = "Metrics for Prometheus",
           .other_types = {"text/plain", "application/openmetrics-text"},
           .answer = answer_metrics}};
}

}  // namespace spectrumd
