// SPDX-License-Identifier: MIT
#include "daemon/hub/live_feed.h"

#include <pthread.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/pipeline/rest.h"
#include "daemon/server/websocket/client_socket.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kConnectLimit = 5s;
constexpr auto kListenFor = 100ms;  // at a time: a stop waits for it
// What a strip of a page shows. Rows of the past fill in what has not been reported yet.
constexpr std::string_view kViewWanted =
    R"({"type":"view","bins":1024,"rate":5,"detectors":["max"],"bytes":1,"recent":500})";

}  // namespace

LiveFeed::LiveFeed(Find find, const ReachLimits& limits, std::function<void()> news)
    : find_(std::move(find)),
      limits_(limits),
      news_(std::move(news)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

std::optional<LiveFeed::Row> LiveFeed::next(LiveCursor& cursor) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t before_oldest = newest_ - rows_.size();
  if (cursor.taken == 0) cursor.taken = before_oldest;
  if (cursor.taken >= newest_) {
    cursor.was_up_to_date = true;
    return std::nullopt;
  }
  const auto row_of = [&](std::uint64_t number) -> const SharedBytes& {
    return rows_[static_cast<std::size_t>(number - before_oldest - 1)];
  };
  const std::uint64_t next = std::max(cursor.taken, before_oldest) + 1;
  const bool is_late = cursor.was_up_to_date && newest_ - cursor.taken > limits_.late &&
                       !is_past(*row_of(next));  // those come many at a time
  const std::uint64_t number = is_late ? newest_ : next;
  const SharedBytes& encoded = row_of(number);
  Row row{.encoded = encoded, .skipped = skipped_in(*encoded) + static_cast<std::size_t>(number - cursor.taken - 1)};
  cursor.taken = number;
  return row;
}

std::optional<LiveState> LiveFeed::changed_state(LiveCursor& cursor) const {
  const std::scoped_lock lock(mutex_);
  if (cursor.state == state_version_) return std::nullopt;
  cursor.state = state_version_;
  return state_;
}

void LiveFeed::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "live");
  for (auto pause = limits_.first_retry; !stop.stop_requested();) {
    stage_ = Stage::Unknown;
    try_session(stop);
    if (stage_ != Stage::Unknown) pause = limits_.first_retry;
    rest(stop, pause);
    pause = std::min(2 * pause, limits_.longest_retry);
  }
  has_ended_ = true;
}

void LiveFeed::try_session(const std::stop_token& stop) {
  const auto lose = [this](const RequestError& error) { enter({"lost", error.code, error.what()}); };
  try {
    session(stop);
  } catch (const RequestError& error) {
    lose(error);
  } catch (const SocketLost& error) {
    lose(unreached(error.status, error.status == 0 ? error.reason : ""));
  } catch (const std::exception& error) {
    lose({500, "internal", error.what()});
  }
}

void LiveFeed::session(const std::stop_token& stop) {
  const ReachedPlace place = find_();
  ClientSocket socket({.url = place.url + "ws", .fields = place.fields(), .limit = kConnectLimit},
                      {.text = [&](std::string_view text) { hear(text, place.receiver); },
                       .binary = [&](std::span<const std::byte> bytes) { take(bytes); }},
                      stop);
  bool has_asked = false;
  for (auto heard = Clock::now(); !stop.stop_requested();) {
    if (socket.listen(kListenFor)) heard = Clock::now();
    if (Clock::now() - heard > limits_.silence) throw unreached(0, "it says nothing");
    if (stage_ == Stage::Known && !std::exchange(has_asked, true)) socket.send(kViewWanted);
  }
}

// The first message says who it is. Its status has settings that are not for all viewers of a hub: none is passed on.
void LiveFeed::hear(std::string_view text, const FleetIdentity& receiver) {
  if (stage_ == Stage::Shown) return;
  const Json message = Json::parse(text, nullptr, false);
  const auto type = message.is_object() ? message.find("type") : message.end();
  if (type == message.end()) return;
  if (*type == "view" && stage_ == Stage::Known) stage_ = Stage::Shown;
  if (*type != "hello") return;
  check_identity(message.value("status", Json()), receiver);
  stage_ = Stage::Known;
  enter({"live", "", ""});
}

// Those before the view was changed are of another one. Rows of the past are sent again after each connection.
void LiveFeed::take(std::span<const std::byte> row) {
  if (stage_ != Stage::Shown || !is_encoded_row(row)) return;
  {
    const std::scoped_lock lock(mutex_);
    if (!rows_.empty() && is_past(row) && time_in(row) <= time_in(*rows_.back())) return;
    rows_.push_back(std::make_shared<const std::vector<std::byte>>(row.begin(), row.end()));
    ++newest_;
    if (rows_.size() > limits_.rows) rows_.pop_front();
  }
  news_();
}

void LiveFeed::enter(const LiveState& state) {
  {
    const std::scoped_lock lock(mutex_);
    if (state.state == state_.state && state.reason == state_.reason) return;
    state_ = state;
    ++state_version_;
  }
  news_();
}

}  // namespace spectrumd
