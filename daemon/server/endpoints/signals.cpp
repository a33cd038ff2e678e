// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/signals.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/pipeline/signals/signal_watch.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

Json hertz_json(Hertz hertz) { return number_json(std::round(hertz.value * 10) / 10); }
double centibels(Decibels level) { return std::round(level.value * 100) / 100; }

Answer answer_signals(ServerContext& context, const Request& request) {
  const std::size_t count = *request.query.count("count");
  const double from = request.query.number("from").value_or(-INFINITY);
  const double to = request.query.number("to").value_or(INFINITY);
  const RowPtr latest = latest_row(context);
  const Settings settings = context.settings();
  const SignalWatch::Now now = context.signals.read(settings.analysis.window);
  Json signals = Json::array();
  for (const Signal& signal : now.signals)
    if (signal.to.value >= from && signal.from.value <= to && signals.size() < count)
      signals.push_back(signal_json(signal));
  return json_answer({{"time", format_time(now.sequence > 0 ? now.time : latest->time)},
                      {"sequence", now.sequence},
                      {"floor_db", centibels(now.floor)},
                      {"unit", unit_of(settings)},
                      {"signals", std::move(signals)}});
}

}  // namespace

Json signal_json(const Signal& signal) {
  return {{"id", signal.id},
          {"frequency_hz", hertz_json(signal.frequency)},
          {"from_hz", hertz_json(signal.from)},
          {"to_hz", hertz_json(signal.to)},
          {"width_hz", hertz_json(signal.width())},
          {"level_db", centibels(signal.level)},
          {"snr_db", centibels(signal.snr)},
          {"power_db", centibels(signal.power)},
          {"class", to_string(signal.hint)},
          {"active", signal.active},
          {"since", format_time(signal.since)},
          {"last_active", format_time(signal.last_active)}};
}

Routes signals_routes() {
  using Kind = Parameter::Kind;
  return {{.method = "GET",
           .path = "/api/v1/signals",
           .summary = "Signals that stay the same from answer to answer, one for each transmission, strongest first",
           .cost = Cost::Compute,
           .parameters = joined({{"count", "maximum number of signals", Kind::Count, 1, 1000, 50}}, edge_parameters()),
           .answer_schema = "Signals",
           .answer = answer_signals}};
}

}  // namespace spectrumd
