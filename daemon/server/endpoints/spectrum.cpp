// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "daemon/server/endpoints/views.h"
#include "daemon/server/routes.h"

namespace spectrumd {

namespace {

[[noreturn]] void refuse_outside(const Row& row) {
  const double half = row.span.value / 2;
  throw ApiError(400, "outside_span",
                 fmt::format("from: nothing of that lies in {} to {} Hz, which is what is received",
                             format_number(row.center.value - half), format_number(row.center.value + half)),
                 "from");
}

}  // namespace

RowPtr latest_row(const ServerContext& context) {
  if (RowPtr row = context.history.latest()) return row;
  throw ApiError(503, "no_rows_yet", "no row has been made yet; try again in a second");
}

Answer answer_spectrum(ServerContext& context, const ApiRequest& request) {
  const View view = view_of(request.query);
  const auto detector = detector_of(request.query);
  const RowPtr row = latest_row(context);
  if (window_of(*row, row->bins(), view).bins == 0) refuse_outside(*row);
  const Settings settings = context.settings();
  return json_answer(row_json(*row, detector.value_or(settings.analysis.detector), view, settings));
}

}  // namespace spectrumd
