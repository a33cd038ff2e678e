// SPDX-License-Identifier: MIT
// The log of alarms, their evidence, and feeds of them.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/server/endpoints/alarm_feed.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/period.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/endpoints/watching.h"
#include "daemon/watch/alarm_json.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 8> kKinds{"above", "below",      "appear",    "vanish",
                                                 "mask",  "floor_rise", "occupancy", "health"};
constexpr std::array<std::string_view, 3> kFormats{"json", "rss", "atom"};

AlarmQuery query_of(const Query& query) {
  const Time now = std::chrono::system_clock::now();
  AlarmQuery asked{.since = query.time("since", now),
                   .until = query.time("until", now),
                   .rule = {},
                   .kind = {},
                   .from = query.number("from"),
                   .to = query.number("to"),
                   .limit = *query.count("limit")};
  if (const auto rule = query.count("rule")) asked.rule = static_cast<std::int64_t>(*rule);
  if (const auto kind = query.choice("kind"))
    asked.kind = static_cast<RuleKind>(std::ranges::find(kKinds, *kind) - kKinds.begin());
  return asked;
}

std::string wanted_format(const Request& request) {
  if (const auto format = request.query.choice("format")) return *format;
  if (request.head.lists("Accept", "application/rss+xml")) return "rss";
  return request.head.lists("Accept", "application/atom+xml") ? "atom" : "json";
}

std::string address_of(const RequestHead& head) {
  const auto proxied = head.header("X-Forwarded-Proto");
  return fmt::format("{}://{}/", proxied == "https" ? "https" : "http", head.header("Host").value_or("localhost"));
}

Answer answer_log(ServerContext& context, const Request& request) {
  const auto alarms = watching([&] {
    Book& book = watch_of(context).book();
    if (const auto id = request.query.count("id")) {
      const auto alarm = book.alarm(static_cast<std::int64_t>(*id));
      return alarm ? std::vector{*alarm} : std::vector<BookedAlarm>();
    }
    return book.alarms(query_of(request.query));
  });
  const std::string format = wanted_format(request);
  if (format == "rss") return {.type = "application/rss+xml", .body = rss_of(alarms, address_of(request.head))};
  if (format == "atom") return {.type = "application/atom+xml", .body = atom_of(alarms, address_of(request.head))};
  Json list = Json::array();
  for (const BookedAlarm& alarm : alarms) list.push_back(alarm_json(alarm));
  return json_answer({{"events", std::move(list)}});
}

std::string type_of_evidence(std::string_view name) {
  if (name.ends_with(".png")) return "image/png";
  return name.ends_with(".json") ? "application/json" : "application/octet-stream";
}

Answer answer_evidence(ServerContext& context, const Request& request) {
  const std::int64_t id = number_in_path(request, 1);
  const std::string_view name = item_of(request.head.path);
  const auto path = watch_of(context).evidence(id, name);
  auto file =
      std::make_shared<mailbox::Descriptor>(path ? ::open(path->c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1);
  struct stat facts {};
  if (file->get() < 0 || ::fstat(file->get(), &facts) != 0 || !S_ISREG(facts.st_mode))
    throw RequestError(404, "not_found", fmt::format("event {} has no {}", id, shown(name)));
  Answer answer{.type = type_of_evidence(name)};
  answer.file = {.descriptor = std::move(file), .first = 0, .bytes = static_cast<std::uint64_t>(facts.st_size)};
  return answer;
}

}  // namespace

Routes alarms_routes() {
  using Kind = Parameter::Kind;
  return {{.method = "GET",
           .path = "/api/v1/events/log",
           .summary = "What rules have found, newest first; also as a feed",
           .cost = Cost::Blocking,
           .parameters = joined(joined(period_parameters(), edge_parameters()),
                                {{"id", "number of one event", Kind::Count, 1},
                                 {"rule", "number of a rule", Kind::Count, 1},
                                 {"kind", "kind of rule", Kind::Choice, {}, {}, {}, kKinds},
                                 {"limit", "maximum number of events", Kind::Count, 1, 1000, 100},
                                 {"format", "otherwise as Accept says", Kind::Choice, {}, {}, {}, kFormats}}),
           .answer_schema = "EventLog",
           .other_types = {"application/rss+xml", "application/atom+xml"},
           .answer = answer_log},
          {.method = "GET",
           .path = "/api/v1/events/log/{id}/{file}",
           .summary = "Evidence of an event: rows.npy, rows.json, picture.png, event.json",
           .cost = Cost::Blocking,
           .other_types = {"application/octet-stream", "image/png"},
           .answer = answer_evidence}};
}

}  // namespace spectrumd
