// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/events.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/config/plain_text.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/endpoints/status.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kRetry = 2s;  // after which a browser comes back

// "12", or "12-345" where rows were sent: the last event and the last row.
std::optional<EventPlace> parse_place(std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto event = plain_number<std::uint64_t>(text.substr(0, dash));
  const auto row = dash < text.size() ? plain_number<std::uint64_t>(text.substr(dash + 1)) : std::nullopt;
  if (!event || (dash < text.size() && !row)) return std::nullopt;
  return EventPlace{*event, row};
}

// Where a returning client was. A number from before a restart of the server is beyond all events, and then all of them
// are new; rows begin with the newest then.
EventPlace last_place(const ServerContext& context, const RequestHead& head) {
  const std::uint64_t newest = context.events.last_id();
  const auto text = head.header("Last-Event-ID");
  if (!text) return {newest, std::nullopt};
  auto place = parse_place(*text);
  if (!place)
    throw RequestError(400, "bad_value", "Last-Event-ID: is not the id of an event of this stream", "Last-Event-ID");
  const RowPtr row = context.history.latest();
  if (place->event > newest) place->event = 0;
  if (!row || place->row > row->sequence) place->row.reset();
  return *place;
}

Answer answer_events(ServerContext& context, const Request& request) {
  const EventRowRequest rows{
      .view = view_of(request.query), .detector = detector_of(request.query), .rate = request.query.number("rate")};
  const bool with_rows = request.query.flag("rows");
  Answer answer{.type = "text/event-stream"};
  answer.headers = {{"X-Accel-Buffering", "no"}};  // nginx would hold it back
  answer.source = std::make_shared<EventFeed>(context, with_rows ? std::optional(rows) : std::nullopt,
                                              last_place(context, request.head), request.sender.access());
  answer.is_stream = true;
  return answer;
}

}  // namespace

Json requester_json(const Requester& by, Access access) {
  Json json{{"via", by.via}};
  if (!by.address.empty()) json["by"] = access == Access::Change ? by.address : "another client";
  if (!by.name.empty() && access != Access::Read) json["name"] = by.name;
  return json;
}

Json event_json(const Event& event, Access access) {
  Json json{{"id", event.id}, {"time", format_time(event.time)}, {"kind", event.kind}, {"text", event.text}};
  if (event.alarm > 0) json["alarm"] = event.alarm;
  if (event.by.via.empty()) return json;
  json.update(requester_json(event.by, access));
  if (event.generation > 0) json["generation"] = event.generation;
  return json;
}

EventFeed::EventFeed(ServerContext& context, std::optional<EventRowRequest> rows, const EventPlace& last, Access access)
    : context_(context), request_(rows), access_(access), last_event_(last.event), catches_up_(last.row.has_value()) {
  if (const RowPtr newest = context_.history.latest()) last_row_ = last.row.value_or(newest->sequence - 1);
  if (request_) zoomed_.emplace(*request_);
  ++context_.event_clients;
}

EventFeed::~EventFeed() { --context_.event_clients; }

// A row may follow each text, so that the text of every second cannot crowd out rows on a slow connection.
SharedText EventFeed::next() {
  if (SharedText text = std::exchange(row_text_, nullptr)) return text;
  if (request_ && std::exchange(row_is_next_, false))
    if (SharedText text = row()) return text;
  const auto now = Clock::now();
  std::string text = greeting() + events();
  if (now >= next_status_) text += status(now);
  row_is_next_ = !text.empty();
  if (row_is_next_) return std::make_shared<const std::string>(std::move(text));
  return request_ ? row() : nullptr;
}

std::string EventFeed::greeting() {
  if (std::exchange(greeted_, true)) return "";
  return fmt::format("retry: {}\n\n", std::chrono::milliseconds(kRetry).count());
}

std::string EventFeed::events() {
  std::string text;
  for (const Event& event : context_.events.after(last_event_)) {
    last_event_ = event.id;
    text += fmt::format("id: {}\n", place()) + event_text("event", event_json(event, access_));
  }
  return text;
}

std::string EventFeed::status(Clock::time_point now) {
  const bool in_time = now - next_status_ < kStatusPeriod;
  next_status_ = (in_time ? next_status_ : now) + kStatusPeriod;
  return event_text("status", status_json(context_, access_));
}

// The id, which is this client's, and then the row, whose text is everybody's.
SharedText EventFeed::row() {
  row_text_ = next_row();
  return row_text_ ? std::make_shared<const std::string>(fmt::format("id: {}\n", place())) : nullptr;
}

SharedText EventFeed::next_row() {
  const EventRowSource source{context_.history, context_.settings, context_.memory};
  zoomed_->follow(context_.zooms, context_.receiver, source);
  if (skip_to_zoomed()) return zoomed_->next();
  if (!channel_ && catches_up_) channel_ = std::make_shared<RowChannel>(source, *request_, last_row_);
  if (SharedText text = channel_ ? channel_->next(last_row_) : nullptr) return text;
  if (channel_ && !catches_up_) return nullptr;
  catches_up_ = false;
  channel_ = context_.event_rows.join(source, *request_);
  return channel_->next(last_row_);
}

// Fine rows take the place of those of the band while there are any, but for rows that the client missed.
bool EventFeed::skip_to_zoomed() {
  const RowPtr newest = context_.history.latest();
  if (catches_up_ || !newest || !zoomed_->covers(*newest)) return false;
  last_row_ = newest->sequence;
  return true;
}

std::string EventFeed::place() const {
  return request_ ? fmt::format("{}-{}", last_event_, last_row_) : std::to_string(last_event_);
}

Routes events_routes() {
  const std::vector<Parameter> first{
      {.name = "rows", .description = "1: include rows", .kind = Parameter::Kind::Choice, .choices = kYesOrNo}};
  const std::vector<Parameter> last{
      {"rate", "maximum rows per second; faster rows are merged", Parameter::Kind::Number, 0.1, 100}};
  return {{.method = "GET",
           .path = "/api/v1/events",
           .summary = "Server-sent events: event, status every second, and row on request",
           .cost = Cost::Stream,
           .parameters = joined(joined(first, view_parameters()), last),
           .other_types = {"text/event-stream"},
           .answer = answer_events}};
}

}  // namespace spectrumd
