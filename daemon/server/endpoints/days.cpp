// SPDX-License-Identifier: MIT
// Pictures of the past: of whole days, made once, and of any rectangle.
#include <fmt/format.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "daemon/outputs/local_time.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/picture/picture.h"
#include "daemon/outputs/recording_folder.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/http/byte_range.h"
#include "daemon/server/rows/row_json.h"
#include "daemon/store/past_rows.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kPng = ".png";

const DayBook& days_of(const ServerContext& context) {
  if (!context.days) throw RequestError(404, "no_history", "there is no history on disk; see history.folder");
  return *context.days;
}

Answer answer_days(ServerContext& context, const Request&) {
  Json days = Json::array();
  if (context.days)
    for (const DayFacts& day : context.days->list()) {
      const std::string date = date_text(day.date);
      days.push_back({{"date", date},
                      {"since", format_time(local_midnight(day.date))},
                      {"until", format_time(local_midnight(day_after(day.date)))},
                      {"bytes", day.bytes},
                      {"picture", fmt::format("/api/v1/days/{}{}", date, kPng)}});
    }
  return json_answer({{"days", std::move(days)}});
}

std::optional<std::chrono::year_month_day> date_of(std::string_view name) {
  return name.ends_with(kPng) ? parse_date(name.substr(0, name.size() - kPng.size())) : std::nullopt;
}

Answer answer_day(ServerContext& context, const Request& request) {
  const DayBook& book = days_of(context);
  const std::string name(item_of(request.head.path));
  const auto date = date_of(name);
  if (!date) throw RequestError(404, "not_found", "no such picture; their names are in /api/v1/days");
  try {
    auto file = std::make_shared<const mailbox::Descriptor>(open_regular(book.file_of(*date)));
    struct stat facts {};
    if (fstat(file->get(), &facts) != 0) throw OutputError(book.file_of(*date), errno);
    Answer answer{.type = "image/png"};
    answer.headers = {{"ETag", fmt::format("\"{:x}-{:x}\"", facts.st_size, facts.st_mtim.tv_sec)},
                      {"Cache-Control", "private, max-age=86400"}};
    answer.file = {.descriptor = std::move(file), .first = 0, .bytes = static_cast<std::uint64_t>(facts.st_size)};
    return answer;
  } catch (const OutputError&) {
    throw RequestError(404, "not_found", fmt::format("there is no picture of {}", date_text(*date)));
  }
}

constexpr std::size_t kBytesOfPixel = 4;  // levels, colours, and what the file needs of them

// All frequencies of the rows in memory, or what the request says.
std::pair<Hertz, Hertz> edges_shown(const ServerContext& context, const View& view) {
  if (view.from && view.to) return {*view.from, *view.to};
  const RowPtr row = latest_row(context);
  const double low = row->center.value - row->span.value / 2;
  const std::pair edges{view.from.value_or(Hertz{low}), view.to.value_or(Hertz{low + row->span.value})};
  if (edges.first < edges.second) return edges;
  throw RequestError(400, "out_of_range", "from: is above what is received; state to as well", "from");
}

Answer answer_picture(ServerContext& context, const Request& request) {
  const Time now = std::chrono::system_clock::now();
  const Settings settings = context.settings();
  const View view = edges_of(request.query);
  PicturePlan plan{.since = request.query.time("since", now).value_or(now - 1h),
                   .until = request.query.time("until", now).value_or(now),
                   .columns = *request.query.count("width"),
                   .lines = *request.query.count("height"),
                   .detector = detector_of(request.query).value_or(Detector::Max),
                   .unit = unit_of(settings)};
  if (plan.since >= plan.until) throw RequestError(400, "out_of_range", "since: is not before until", "since");
  std::tie(plan.from, plan.to) = edges_shown(context, view);
  const auto memory = share_of_memory(context.memory, plan.columns * plan.lines * kBytesOfPixel);
  Picture picture(plan);
  PastRows rows(context.history, context.store ? &context.store->reader() : nullptr,
                {.since = plan.since,
                 .until = plan.until,
                 .rows = plan.lines,
                 .view = {.from = plan.from, .to = plan.to, .bins = plan.columns, .mean_pool = Pool::Max},
                 .mean = plan.detector == Detector::Mean,
                 .max = plan.detector == Detector::Max});
  while (const auto past = rows.next()) picture.add(*past->row);
  Answer answer{.type = "image/png"};
  picture.write([&](std::string_view bytes) { answer.body += bytes; });
  answer.share = memory;
  return answer;
}

}  // namespace

Routes days_routes() {
  using Kind = Parameter::Kind;
  std::vector<Parameter> rectangle{
      {"since", "RFC 3339, seconds since 1970, or negative: seconds ago (an hour)", Kind::Moment},
      {"until", "likewise (now)", Kind::Moment}};
  rectangle = joined(rectangle, edge_parameters());
  rectangle =
      joined(rectangle,
             {{.name = "detector", .description = "default: max", .kind = Kind::Choice, .choices = detector_names()},
              {"width", "pixels, without axes", Kind::Count, 64, 2048, 1200},
              {"height", "likewise", Kind::Count, 64, 2048, 800}});
  return {{.method = "GET",
           .path = "/api/v1/days",
           .summary = "Pictures of whole days, oldest first",
           .cost = Cost::Blocking,
           .answer_schema = "Days",
           .answer = answer_days},
          {.method = "GET",
           .path = "/api/v1/days/{picture}",
           .summary = "The picture of a day by the local clock: 2026-11-22.png",
           .cost = Cost::Blocking,
           .other_types = {"image/png"},
           .answer = answer_day},
          {.method = "GET",
           .path = "/api/v1/history.png",
           .summary = "A picture of past rows with axes",
           .cost = Cost::Blocking,
           .parameters = rectangle,
           .other_types = {"image/png"},
           .answer = answer_picture}};
}

}  // namespace spectrumd
