// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/row_query.h"

#include <array>

#include "daemon/server/context.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {

namespace {
constexpr std::array<std::string_view, 3> kDetectorNames{"mean", "max", "min"};
constexpr std::array<std::string_view, 2> kPoolNames{"peak", "mean"};
}  // namespace

std::span<const std::string_view> detector_names() { return kDetectorNames; }

std::vector<Parameter> edge_parameters() {
  using Kind = Parameter::Kind;
  return {{"from", "lower edge in Hz, or with a suffix: 100.3M", Kind::Frequency, -1e12, 1e12},
          {"to", "upper edge", Kind::Frequency, -1e12, 1e12}};
}

std::vector<Parameter> view_parameters() {
  using Kind = Parameter::Kind;
  return joined(
      edge_parameters(),
      {{"bins", "maximum number of levels; more bins are pooled", Kind::Count, 1, 65536, 1024},
       {.name = "detector",
        .description = "default: the configured one",
        .kind = Kind::Choice,
        .choices = kDetectorNames},
       {.name = "pool",
        .description = "a pooled level of the mean detector: peak (default), the strongest mean, which shows a "
                       "carrier at its level; or mean, that of the powers, for noise",
        .kind = Kind::Choice,
        .choices = kPoolNames}});
}

std::vector<Parameter> joined(std::vector<Parameter> some, const std::vector<Parameter>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

View edges_of(const Query& query) {
  View view;
  if (const auto from = query.number("from")) view.from = Hertz{*from};
  if (const auto to = query.number("to")) view.to = Hertz{*to};
  if (view.from && view.to && *view.from >= *view.to)
    throw RequestError(400, "out_of_range", "to: is not above from", "to");
  return view;
}

View view_of(const Query& query) {
  View view = edges_of(query);
  view.bins = query.count("bins").value_or(view.bins);
  if (query.choice("pool") == "mean") view.mean_pool = Pool::Mean;
  return view;
}

std::optional<Detector> detector_of(const Query& query) {
  const auto name = query.choice("detector");
  return name ? parse_detector(*name) : std::nullopt;
}

const StoreReader* reader_of(const ServerContext& context) {
  return context.store ? &context.store->reader() : nullptr;
}

RowPtr latest_row(const ServerContext& context) {
  if (RowPtr row = context.history.latest()) return row;
  throw RequestError(503, "no_rows_yet", "no row has been made yet; try again in a second");
}

}  // namespace spectrumd
