// SPDX-License-Identifier: MIT
// The latest row.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

[[noreturn]] void refuse_outside(const Row& row) {
  const double half = row.span.value / 2;
  throw RequestError(400, "outside_span",
                     fmt::format("from: outside of {} to {} Hz, which is received",
                                 format_number(row.center.value - half), format_number(row.center.value + half)),
                     "from");
}

Answer answer_spectrum(ServerContext& context, const Request& request) {
  const View view = view_of(request.query);
  const auto detector = detector_of(request.query);
  const RowPtr row = latest_row(context);
  if (window_of(*row, row->bins(), view).bins == 0) refuse_outside(*row);
  const Settings settings = context.settings();
  return json_answer(row_json(*row, detector.value_or(settings.analysis.detector), view, settings));
}

}  // namespace

Routes spectrum_routes() {
  return {{.method = "GET",
           .path = "/api/v1/spectrum",
           .summary = "The latest row",
           .cost = Cost::Compute,
           .parameters = view_parameters(),
           .answer_schema = "Spectrum",
           .answer = answer_spectrum}};
}

}  // namespace spectrumd
