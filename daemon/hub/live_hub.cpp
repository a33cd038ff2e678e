// SPDX-License-Identifier: MIT
#include "daemon/hub/live_hub.h"

#include <pthread.h>

#include <algorithm>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "daemon/server/rate_limits.h"
#include "daemon/server/sockets/descriptors.h"
#include "daemon/server/sockets/poll_set.h"
#include "daemon/server/sockets/socket_options.h"
#include "daemon/server/websocket/deflate_offer.h"
#include "daemon/server/websocket/websocket_connection.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kLookPeriod = 100ms;
constexpr auto kIdlePeriod = 1s;
constexpr auto kRepeatPeriod = 2s;            // the state again: who hears nothing would take the hub for dead
constexpr auto kGoodbyePeriod = 500ms;        // for viewers to read that the hub is stopping
constexpr int kMostInOneGo = 32;              // messages, so that one who catches up does not hold up the others
constexpr int kViewerSendBuffer = 16 * 1024;  // in the kernel: some seconds of rows
constexpr std::uint16_t kFullForNow = 1013;

struct Arrival {
  std::int64_t receiver;
  int fd;
  std::vector<std::byte> first_bytes;
  bool inflates;
  Caller caller;
  std::function<void()> close;
};

// One who watches. One thread; nothing blocks.
class Viewer {
 public:
  Viewer(Arrival arrival, LiveFeed& feed)
      : close_(std::move(arrival.close)),
        caller_(arrival.caller),
        receiver_(arrival.receiver),
        feed_(feed),
        connection_(arrival.fd, arrival.first_bytes, arrival.inflates) {}
  ~Viewer() { close_(); }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  std::int64_t receiver() const { return receiver_; }
  WebSocketConnection& connection() { return connection_; }

  void read() {
    connection_.read([this](std::string_view) { take_message(); });
  }

  void follow_rights(const Door& door) {
    const auto now = door.now(caller_);
    if (!now) return connection_.close(WSLAY_CODE_POLICY_VIOLATION, "access revoked");
    caller_ = *now;
  }

  void serve() {
    if (const auto now = Clock::now(); now > next_repeat_) {
      next_repeat_ = now + kRepeatPeriod;
      cursor_.state = 0;
    }
    for (int i = 0; i < kMostInOneGo; ++i) {
      connection_.write();
      if (!connection_.open() || !connection_.outbox().empty() || !add_next()) return;
    }
  }

 private:
  bool add_next() {
    if (const auto state = feed_.changed_state(cursor_)) {
      connection_.outbox().add_text(share(Json{
          {"type", "live"},
          {"receiver", receiver_},
          {"state", state->state},
          {"code", state->code},
          {"reason", state->reason}}.dump()));
      return true;
    }
    const auto row = feed_.next(cursor_);
    if (row) connection_.outbox().add_row(row->encoded, row->skipped);
    return row.has_value();
  }

  void take_message() {
    const auto now = TokenBucket::Clock::now();
    if (!messages_.has_one(now)) return connection_.close(WSLAY_CODE_POLICY_VIOLATION, "too many messages");
    messages_.take_one(now);
    Json answer = error_json({403, "read_only", "through a hub receivers can be watched, not tuned"});
    answer["type"] = "error";
    connection_.outbox().add_text(share(answer.dump()));
  }

  const std::function<void()> close_;
  Caller caller_;
  const std::int64_t receiver_;
  LiveFeed& feed_;
  WebSocketConnection connection_;
  TokenBucket messages_{kMessagesOfSocket};
  LiveCursor cursor_;
  Clock::time_point next_repeat_ = Clock::now() + kRepeatPeriod;
};

struct Followed {
  std::unique_ptr<LiveFeed> feed;
  Clock::time_point watched;  // when there was a viewer last
};

}  // namespace

struct LiveHub::State {
  State(const Parts& its_parts, const ReachLimits& its_limits) : parts(its_parts), limits(its_limits) {}

  void run(const std::stop_token& stop);
  void turn();
  void adopt();
  void adopt(Arrival arrival);
  LiveFeed& feed_of(std::int64_t receiver);
  void on_event(int fd, std::uint32_t events);
  void serve(Viewer& viewer);
  void look_after_all();
  void follow_rights();
  void end_unwatched();
  void sweep();
  void farewell();

  const Parts parts;
  const ReachLimits limits;
  PollSet poll;
  std::map<std::int64_t, Followed> feeds;       // by receiver
  std::list<std::unique_ptr<LiveFeed>> ending;  // a thread may take a while
  std::unordered_map<int, std::unique_ptr<Viewer>> viewers;
  Clock::time_point next_look;
  std::shared_ptr<const UserList> followed;  // whose rights the viewers have

  std::mutex mutex;
  std::vector<Arrival> arrivals;  // guarded by mutex

  std::jthread thread;
};

LiveHub::LiveHub(const Parts& parts, const ReachLimits& limits) : state_(std::make_unique<State>(parts, limits)) {
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

LiveHub::~LiveHub() { stop(); }

void LiveHub::stop() {
  state_->thread.request_stop();
  if (state_->thread.joinable()) state_->thread.join();
}

void LiveHub::add(const Upgraded& connection, std::int64_t receiver) {
  Arrival arrival{.receiver = receiver,
                  .fd = connection.fd,
                  .first_bytes = {connection.first_bytes.begin(), connection.first_bytes.end()},
                  .inflates = deflate_terms(connection.head).has_value(),
                  .caller = connection.caller,
                  .close = connection.close};
  {
    const std::scoped_lock lock(state_->mutex);
    state_->arrivals.push_back(std::move(arrival));
  }
  state_->poll.ring();
}

void LiveHub::State::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "viewers");
  const std::stop_callback wake_up(stop, [this] { poll.ring(); });
  while (!stop.stop_requested()) turn();
  farewell();
}

void LiveHub::State::turn() {
  parts.heartbeats.tick(Heartbeats::WebSocket);
  poll.wait(viewers.empty() ? std::chrono::milliseconds(kIdlePeriod) : kLookPeriod,
            [this](int fd, std::uint32_t events) { on_event(fd, events); });
  adopt();
  if (Clock::now() >= next_look) look_after_all();
  for (auto& [fd, viewer] : viewers) serve(*viewer);
  sweep();
  end_unwatched();
}

void LiveHub::State::adopt() {
  std::vector<Arrival> arrived;
  {
    const std::scoped_lock lock(mutex);
    arrived.swap(arrivals);
  }
  for (Arrival& arrival : arrived) adopt(std::move(arrival));
  if (!arrived.empty()) followed = nullptr;  // their rights may have changed on the way
}

void LiveHub::State::adopt(Arrival arrival) {
  const int fd = arrival.fd;
  limit_send_buffer(fd, kViewerSendBuffer);
  send_at_once(fd);
  keep_little_unsent(fd);
  give_up_dead_peers(fd);
  const bool is_full = viewers.size() >= most_websockets(parts.settings);
  if (!feeds.contains(arrival.receiver) && feeds.size() + ending.size() >= parts.most_feeds) return arrival.close();
  LiveFeed& feed = feed_of(arrival.receiver);
  auto viewer = std::make_unique<Viewer>(std::move(arrival), feed);
  if (!poll.add(fd, 0)) return;  // the viewer goes, and with it the connection
  if (is_full)
    viewer->connection().close(kFullForNow, "too many clients");
  else
    viewer->read();  // what came with the handshake
  serve(*viewers.emplace(fd, std::move(viewer)).first->second);
}

LiveFeed& LiveHub::State::feed_of(std::int64_t receiver) {
  Followed& of_it = feeds[receiver];
  if (!of_it.feed)
    of_it.feed = std::make_unique<LiveFeed>([find = parts.find, receiver] { return find(receiver); }, limits,
                                            [this] { poll.ring(); });
  of_it.watched = Clock::now();
  return *of_it.feed;
}

void LiveHub::State::on_event(int fd, std::uint32_t events) {
  Viewer& viewer = *viewers.at(fd);
  viewer.connection().react(events, [&] { viewer.read(); });
  serve(viewer);
}

void LiveHub::State::serve(Viewer& viewer) {
  viewer.serve();
  WebSocketConnection& connection = viewer.connection();
  if (const auto interest = connection.changed_interest()) poll.change(connection.fd(), *interest);
}

void LiveHub::State::look_after_all() {
  next_look = Clock::now() + kLookPeriod;
  follow_rights();
  for (auto& [fd, viewer] : viewers) viewer->connection().check_time(limits.stuck);
}

void LiveHub::State::follow_rights() {
  if (parts.accounts == nullptr) return;
  auto users = parts.accounts->users().list();
  if (std::exchange(followed, users) == users) return;
  const Door door(parts.settings, users);
  for (auto& [fd, viewer] : viewers) viewer->follow_rights(door);
}

void LiveHub::State::sweep() {
  for (auto entry = viewers.begin(); entry != viewers.end();) {
    const bool over = entry->second->connection().over();
    if (over) poll.remove(entry->first);
    entry = over ? viewers.erase(entry) : std::next(entry);
  }
}

void LiveHub::State::end_unwatched() {
  const auto now = Clock::now();
  for (const auto& [fd, viewer] : viewers) feeds.at(viewer->receiver()).watched = now;
  for (auto entry = feeds.begin(); entry != feeds.end();) {
    const bool unwatched = now - entry->second.watched > limits.linger;
    if (unwatched) ending.push_back(std::move(entry->second.feed));
    if (unwatched) ending.back()->end();
    entry = unwatched ? feeds.erase(entry) : std::next(entry);
  }
  std::erase_if(ending, [](const auto& feed) { return feed->has_ended(); });
}

void LiveHub::State::farewell() {
  adopt();
  for (auto& [receiver, of_it] : feeds) of_it.feed->end();
  for (auto& [fd, viewer] : viewers) {
    viewer->connection().close(WSLAY_CODE_GOING_AWAY, "server stopping");
    serve(*viewer);
  }
  const auto end = Clock::now() + kGoodbyePeriod;
  while (!viewers.empty() && Clock::now() < end) {
    poll.wait(kLookPeriod, [this](int fd, std::uint32_t events) { on_event(fd, events); });
    sweep();
  }
  viewers.clear();
  feeds.clear();
  ending.clear();
}

}  // namespace spectrumd
