// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/events.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/endpoints/status.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kStatusPeriod = 1s;
constexpr auto kRetry = 2s;  // after which a browser comes back

// The last event a returning client received. A number from before a restart of the server is beyond all events, and
// then all of them are new.
std::uint64_t last_event(const ServerContext& context, const RequestHead& head) {
  const std::uint64_t newest = context.events.last_id();
  const auto text = head.header("Last-Event-ID");
  if (!text) return newest;
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), id);
  if (error != std::errc{} || end != text->data() + text->size())
    throw RequestError(400, "bad_value", "Last-Event-ID: is not the number of an event", "Last-Event-ID");
  return id > newest ? 0 : id;
}

Answer answer(ServerContext& context, const Request& request) {
  const EventRowRequest rows{
      .view = view_of(request.query), .detector = detector_of(request.query), .rate = request.query.number("rate")};
  const bool with_rows = request.query.flag("rows");
  Answer answer{.type = "text/event-stream"};
  answer.headers = {{"X-Accel-Buffering", "no"}};  // nginx would hold it back
  answer.source = std::make_shared<EventFeed>(context, with_rows ? std::optional(rows) : std::nullopt,
                                              last_event(context, request.head));
  answer.is_stream = true;
  return answer;
}

constexpr std::array<std::string_view, 2> kYesOrNo{"0", "1"};

}  // namespace

Json event_json(const Event& event) {
  return {{"id", event.id}, {"time", format_time(event.time)}, {"kind", event.kind}, {"text", event.text}};
}

EventFeed::EventFeed(ServerContext& context, std::optional<EventRowRequest> rows, std::uint64_t last_event)
    : context_(context), request_(rows), last_event_(last_event) {
  if (const RowPtr newest = context_.history.latest()) last_row_ = newest->sequence - 1;
  ++context_.event_clients;
}

EventFeed::~EventFeed() { --context_.event_clients; }

// A row may follow each text, so that the text of every second cannot crowd out rows on a slow connection.
SharedText EventFeed::next() {
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
    text += fmt::format("id: {}\n", event.id) + event_text("event", event_json(event));
  }
  return text;
}

std::string EventFeed::status(Clock::time_point now) {
  const bool in_time = now - next_status_ < kStatusPeriod;
  next_status_ = (in_time ? next_status_ : now) + kStatusPeriod;
  return event_text("status", status_json(context_));
}

SharedText EventFeed::row() {
  if (!channel_) channel_ = context_.event_rows.join({context_.history, context_.settings, context_.memory}, *request_);
  return channel_->next(last_row_);
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
           .answer = answer}};
}

}  // namespace spectrumd
