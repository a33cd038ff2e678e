// SPDX-License-Identifier: MIT
#include "daemon/server/rows/event_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

constexpr std::uint64_t kMostLate = 20, kMostCaughtUp = 1000;
constexpr std::size_t kMostKept = 20;
constexpr std::size_t kMostKeptBytes = std::size_t{1} << 20;  // but for the newest

std::chrono::nanoseconds period_of(double rate) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(1 / rate));
}

}  // namespace

std::string event_text(std::string_view event, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", event, to_text(data));
}

RowChannel::RowChannel(const EventRowSource& source, const EventRowRequest& request)
    : source_(source), request_(request), late_rows_(kMostLate) {
  if (const RowPtr newest = source_.history.latest()) last_row_ = newest->sequence - 1;
}

RowChannel::RowChannel(const EventRowSource& source, const EventRowRequest& request, std::uint64_t last_row)
    : source_(source), request_(request), late_rows_(kMostCaughtUp), last_row_(last_row) {}

SharedText RowChannel::next(std::uint64_t& cursor) {
  if (SharedText text = made_after(cursor)) return text;
  while (const RowPtr row = next_row())
    if (make_from(*row)) return made_after(cursor);
  return nullptr;
}

SharedText RowChannel::made_after(std::uint64_t& cursor) const {
  const auto found = std::ranges::upper_bound(made_, cursor, {}, &Made::sequence);
  if (found == made_.end()) return nullptr;
  cursor = found->sequence;
  return found->text;
}

RowPtr RowChannel::next_row() {
  const RowPtr newest = source_.history.latest();
  if (!newest || newest->sequence <= last_row_) return nullptr;
  const bool late = newest->sequence > last_row_ + late_rows_;
  if (late) merger_ = RowMerger();
  const auto rows = late ? std::vector{newest} : source_.history.after(last_row_, 1);
  if (rows.empty()) return nullptr;
  last_row_ = rows.front()->sequence;
  return rows.front();
}

// Returns true if it made an event.
bool RowChannel::make_from(const Row& row) {
  if (window_of(row, row.bins(), request_.view).bins == 0) return false;
  const Resolution resolution = resolution_of(row);
  if (!request_.rate) return make(row, request_.view, resolution);
  const RowPtr seen = windowed(row, request_.view);
  const bool retuned = !merger_.accepts(*seen);
  const bool made = retuned && make_merged();
  merger_.add(*seen);
  merged_ = resolution;
  return (is_complete(row) && make_merged()) || made;
}

bool RowChannel::make_merged() { return make(*merger_.take(), without_edges(request_.view), merged_); }

// Kept on a schedule, so that the average rate is right whatever the duration of the rows.
bool RowChannel::is_complete(const Row& row) {
  const auto period = period_of(*request_.rate);
  if (next_due_ < row.time || next_due_ > row.time + 2 * period) next_due_ = row.time + period;
  if (row.time + row.duration + row.duration / 2 < next_due_) return false;
  next_due_ += period;
  return true;
}

RowChannel::Resolution RowChannel::resolution_of(const Row& row) const {
  Resolution resolution{.rbw_hz = rbw_hz(row, source_.settings()), .window_seconds = {}};
  if (row.flags & kRowZoomed) resolution.window_seconds = window_seconds(row);
  return resolution;
}

bool RowChannel::make(const Row& row, const View& view, const Resolution& resolution) {
  const Settings settings = source_.settings();
  Json json = row_json(row, request_.detector.value_or(settings.analysis.detector), view, settings);
  json["rbw_hz"] = resolution.rbw_hz;
  if (resolution.window_seconds) json["window_seconds"] = number_json(*resolution.window_seconds);
  SharedText text = source_.memory.hold(event_text("row", json));
  if (!text) return false;
  made_bytes_ += text->size();
  made_.push_back({row.sequence, std::move(text)});
  while (made_.size() > kMostKept || (made_bytes_ > kMostKeptBytes && made_.size() > 1)) {
    made_bytes_ -= made_.front().text->size();
    made_.pop_front();
  }
  return true;
}

std::shared_ptr<RowChannel> EventRows::join(const EventRowSource& source, const EventRowRequest& request) {
  std::erase_if(channels_, [](const std::weak_ptr<RowChannel>& channel) { return channel.expired(); });
  for (const auto& known : channels_)
    if (auto channel = known.lock(); channel && channel->request() == request) return channel;
  auto channel = std::make_shared<RowChannel>(source, request);
  channels_.push_back(channel);
  return channel;
}

}  // namespace spectrumd
