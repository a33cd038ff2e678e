// SPDX-License-Identifier: MIT
#include "daemon/server/api/event_feed.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "daemon/server/api/routes.h"
#include "daemon/server/api/views.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kStatusPeriod = 1s;
constexpr auto kRetry = 2s;              // after which a browser comes back
constexpr std::size_t kRowsAtOnce = 4;   // as many as fit one answer of the feed
constexpr std::uint64_t kLateRows = 20;  // behind by more than that a client skips to the newest

std::string message(std::string_view event, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", event, to_text(data));
}

std::chrono::nanoseconds period_of(double rate) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(1 / rate));
}

// The event a client had last, when it comes back. A number from before a restart of the server is beyond all events
// there are, and then all of them are new.
std::uint64_t last_event(const ServerContext& context, const RequestHead& head) {
  const std::uint64_t newest = context.events.last_id();
  const auto text = head.header("Last-Event-ID");
  if (!text) return newest;
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), id);
  if (error != std::errc{} || end != text->data() + text->size())
    throw ApiError(400, "bad_value", "Last-Event-ID: is not the number of an event", "Last-Event-ID");
  return id > newest ? 0 : id;
}

}  // namespace

EventFeed::EventFeed(ServerContext& context, std::optional<RowWish> rows, std::uint64_t last_event)
    : context_(context), wish_(rows), last_event_(last_event) {
  if (const RowPtr newest = context_.history.latest()) last_row_ = newest->sequence - 1;
  ++context_.event_clients;
}

EventFeed::~EventFeed() { --context_.event_clients; }

std::string EventFeed::next(Clock::time_point now) {
  std::string text = greeting() + events();
  if (now >= next_status_) text += status(now);
  if (wish_) text += rows();
  return text;
}

std::string EventFeed::greeting() {
  if (std::exchange(greeted_, true)) return "";
  return fmt::format("retry: {}\n\n", std::chrono::milliseconds(kRetry).count());
}

std::string EventFeed::events() {
  std::string text;
  for (const Event& event : context_.events.after(last_event_)) {
    last_event_ = event.id;
    text += fmt::format("id: {}\n", event.id) + message("event", event_json(event));
  }
  return text;
}

std::string EventFeed::status(Clock::time_point now) {
  const bool in_time = now - next_status_ < kStatusPeriod;
  next_status_ = (in_time ? next_status_ : now) + kStatusPeriod;
  return message("status", status_json(context_));
}

std::string EventFeed::rows() {
  skip_if_late();
  std::string text;
  for (const RowPtr& row : context_.history.after(last_row_, kRowsAtOnce)) text += this->row(*row);
  return text;
}

void EventFeed::skip_if_late() {
  const RowPtr newest = context_.history.latest();
  if (!newest || newest->sequence <= last_row_ + kLateRows) return;
  last_row_ = newest->sequence - 1;
  merger_ = RowMerger();
}

std::string EventFeed::row(const Row& row) {
  last_row_ = row.sequence;
  if (window_of(row, row.bins(), wish_->view).bins == 0) return "";
  rbw_hz_ = rbw_hz(row, context_.settings());
  if (!wish_->rate) return say(row, wish_->view);
  const View all{.bins = wish_->view.bins};
  const RowPtr seen = seen_.windowed(row, wish_->view);
  std::string text;
  if (!merger_.accepts(*seen)) text = say(*merger_.take(), all);  // the radio was retuned
  merger_.add(*seen);
  if (is_complete(row)) text += say(*merger_.take(), all);
  return text;
}

// Kept to a schedule, so that the rate is right on average whatever the rows last.
bool EventFeed::is_complete(const Row& row) {
  const auto period = period_of(*wish_->rate);
  if (next_row_ < row.time || next_row_ > row.time + 2 * period) next_row_ = row.time + period;
  if (row.time + row.duration + row.duration / 2 < next_row_) return false;
  next_row_ += period;
  return true;
}

std::string EventFeed::say(const Row& row, const View& view) {
  const Settings settings = context_.settings();
  const Detector detector = wish_->detector.value_or(settings.analysis.detector);
  Json json = row_json(row, detector, view, settings);
  json["rbw_hz"] = rbw_hz_;
  return message("row", json);
}

Answer answer_events(ServerContext& context, const ApiRequest& request) {
  std::optional<EventFeed::RowWish> rows;
  const EventFeed::RowWish wish{
      .view = view_of(request.query), .detector = detector_of(request.query), .rate = request.query.number("rate")};
  if (request.query.flag("rows")) rows = wish;
  Answer answer{.type = "text/event-stream"};
  answer.headers = {{"X-Accel-Buffering", "no"}};  // nginx would hold it back
  answer.feed = std::make_shared<EventFeed>(context, rows, last_event(context, request.head));
  return answer;
}

}  // namespace spectrumd
