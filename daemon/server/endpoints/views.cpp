// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/views.h"

namespace spectrumd {

View view_of(const Query& query) {
  View view;
  if (const auto from = query.number("from")) view.from = Hertz{*from};
  if (const auto to = query.number("to")) view.to = Hertz{*to};
  if (view.from && view.to && *view.from >= *view.to)
    throw ApiError(400, "out_of_range", "to: is not above from", "to");
  view.bins = query.count("bins").value_or(view.bins);
  return view;
}

std::optional<Detector> detector_of(const Query& query) {
  const auto name = query.choice("detector");
  return name ? parse_detector(*name) : std::nullopt;
}

}  // namespace spectrumd
