// SPDX-License-Identifier: MIT
// The latest row.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "daemon/server/context.h"
#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 10s;  // for the first row of a zoomed view
constexpr auto kLinger = 30s;    // as long as a row may look back: who asks again then gets it

[[noreturn]] void refuse_outside(const Row& row) {
  const double half = row.span.value / 2;
  throw RequestError(400, "outside_span",
                     fmt::format("from: outside of {} to {} Hz, which is received",
                                 format_number(row.center.value - half), format_number(row.center.value + half)),
                     "from");
}

Answer answer_row(const ServerContext& context, const Row& row, const View& view, std::optional<Detector> detector) {
  const Settings settings = context.settings();
  return json_answer(row_json(row, detector.value_or(settings.analysis.detector), view, settings));
}

// The first row of a zoomed view, as soon as there is one.
class ZoomedRow : public LateAnswer {
 public:
  ZoomedRow(ServerContext& context, std::shared_ptr<Zoom> zoom, const View& view, std::optional<Detector> detector)
      : context_(context), zoom_(std::move(zoom)), view_(view), detector_(detector) {}

  bool ready() const override {
    return Clock::now() >= deadline_ || zoom_->rows().latest() || !zoom_->ended_because().empty();
  }
  Answer make() const override {
    if (const RowPtr row = zoom_->rows().latest()) return answer_row(context_, *row, view_, detector_);
    if (const std::string reason = zoom_->ended_because(); !reason.empty())
      throw RequestError(503, "zoom_limit", reason);
    throw RequestError(504, "zoom_timeout",
                       fmt::format("no fine row within {} s: one looks back {:.3g} s; try again", kPatience.count(),
                                   zoom_->plan().window_seconds()));
  }

 private:
  using Clock = std::chrono::steady_clock;

  ServerContext& context_;
  const std::shared_ptr<Zoom> zoom_;
  const View view_;
  const std::optional<Detector> detector_;
  const Clock::time_point deadline_ = Clock::now() + kPatience;
};

// nullptr: the rows of the band are as fine.
std::shared_ptr<Zoom> zoom_of(ServerContext& context, const View& view) {
  const ReceiverStatus status = context.receiver.status();
  const ZoomChoice choice = plan_zoom(view, status);
  if (!choice.reason.empty()) throw RequestError(400, "cannot_zoom", choice.reason);
  if (!choice.plan) return nullptr;
  return on_channels([&] { return context.zooms.join(*choice.plan, status.settings->zoom_limit, kLinger); });
}

Answer answer_spectrum(ServerContext& context, const Request& request) {
  const View view = view_of(request.query);
  const auto detector = detector_of(request.query);
  const RowPtr row = latest_row(context);
  if (window_of(*row, row->bins(), view).bins == 0) refuse_outside(*row);
  auto zoom = request.query.flag("zoom") ? zoom_of(context, view) : nullptr;
  if (!zoom) return answer_row(context, *row, view, detector);
  return {.late = std::make_shared<ZoomedRow>(context, std::move(zoom), view, detector)};
}

}  // namespace

Routes spectrum_routes() {
  return {{.method = "GET",
           .path = "/api/v1/spectrum",
           .summary = "The latest row",
           .cost = Cost::Compute,
           .parameters = joined(view_parameters(), {{.name = "zoom",
                                                     .description = "1: bins as fine as requested, where the "
                                                                    "transform's are not; waits for the first such row",
                                                     .kind = Parameter::Kind::Choice,
                                                     .choices = kYesOrNo}}),
           .answer_schema = "Spectrum",
           .answer = answer_spectrum}};
}

}  // namespace spectrumd
