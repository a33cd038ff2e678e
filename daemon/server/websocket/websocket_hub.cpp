// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_hub.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daemon/server/endpoints/status.h"
#include "daemon/server/sockets/descriptors.h"
#include "daemon/server/sockets/poll_set.h"
#include "daemon/server/sockets/socket_options.h"
#include "daemon/server/websocket/websocket_client.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kCheckPeriod = 100ms;  // how often clients are looked at that do nothing
constexpr auto kIdle = 1s;            // how long the loop may sleep without clients
constexpr auto kFarewell = 500ms;     // for clients to read that the server is stopping
constexpr std::uint16_t kTryAgainLater = 1013;

// Compressors last as long as their clients: answers keep most of the memory.
constexpr std::size_t kCompressorsPart = 4;

std::size_t most_compressed_websockets(const ServerSettings& settings) {
  return (settings.memory_mib << 20) / kCompressorsPart / MessageDeflater::memory_bytes({});
}

}  // namespace

struct WebSocketHub::State {
  State(ServerContext& server_context, const WebSocketLimits& client_limits)
      : context(server_context),
        limits(client_limits),
        most_clients(limits.clients.value_or(most_websockets(context.settings().server))),
        most_compressed(limits.compressed.value_or(most_compressed_websockets(context.settings().server))),
        rows{.history = context.history, .cache = cache, .newest = {}} {}

  void run(const std::stop_token& stop);
  void turn();
  bool refresh();
  bool refresh_rows();
  bool look_for_progress();
  void adopt();
  void adopt(WebSocketArrival arrival);
  void on_event(int fd, std::uint32_t events);
  void serve(WebSocketClient& client);
  void offer_status();
  void check_time();
  void follow_rights();
  std::size_t compressed() const;
  void sweep();
  void farewell();

  ServerContext& context;
  const WebSocketLimits limits;
  const std::size_t most_clients;
  const std::size_t most_compressed;
  PollSet poll;
  RowCache cache;
  LiveRows rows;
  std::uint64_t last_event = 0;
  std::uint64_t progress_version = 0;  // of the row in progress; 0: there is none, or no client for it
  std::unordered_map<int, std::unique_ptr<WebSocketClient>> clients;
  Clock::time_point next_status = Clock::now() + kStatusPeriod;
  Clock::time_point next_check;
  std::shared_ptr<const UserList> followed;  // whose rights the clients have

  std::mutex mutex;
  std::vector<WebSocketArrival> arrivals;  // guarded by mutex

  std::jthread thread;
};

WebSocketHub::WebSocketHub(ServerContext& context, const WebSocketLimits& limits)
    : state_(std::make_unique<State>(context, limits)) {
  state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}

WebSocketHub::~WebSocketHub() { stop(); }

void WebSocketHub::stop() {
  state_->thread.request_stop();
  if (state_->thread.joinable()) state_->thread.join();
}

void WebSocketHub::add(int fd, std::span<const std::byte> first_bytes, const Caller& caller,
                       std::function<void()> on_closed, const std::optional<ClientAddress>& address,
                       const std::optional<DeflateTerms>& deflate) {
  WebSocketArrival arrival{.fd = fd,
                           .first_bytes = {first_bytes.begin(), first_bytes.end()},
                           .caller = caller,
                           .on_closed = std::move(on_closed),
                           .address = address,
                           .deflate = deflate};
  {
    const std::scoped_lock lock(state_->mutex);
    state_->arrivals.push_back(std::move(arrival));
  }
  wake();
}

void WebSocketHub::wake() noexcept { state_->poll.ring(); }

void WebSocketHub::State::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "websockets");
  const std::stop_callback wake_up(stop, [this] { poll.ring(); });
  while (!stop.stop_requested()) turn();
  farewell();
}

void WebSocketHub::State::turn() {
  context.heartbeats.tick(Heartbeats::WebSocket);
  poll.wait(clients.empty() ? std::chrono::milliseconds(kIdle) : kCheckPeriod,
            [this](int fd, std::uint32_t events) { on_event(fd, events); });
  adopt();
  const bool news = refresh();
  offer_status();
  check_time();
  for (auto& [fd, client] : clients)
    if (news || client->has_sound()) serve(*client);
  sweep();
}

// Checks for a new row or event.
bool WebSocketHub::State::refresh() {
  const std::uint64_t newest = context.events.last_id();
  const bool event = std::exchange(last_event, newest) != newest;
  return refresh_rows() || event;
}

// What clients shared of the previous row, finished or not, is dropped.
bool WebSocketHub::State::refresh_rows() {
  const RowPtr newest = clients.empty() ? nullptr : context.history.latest();
  const bool progress = look_for_progress();
  if (newest == rows.newest && !progress) return false;
  cache.clear();
  rows.newest = newest;
  const Settings settings = context.settings();
  rows.configured = settings.analysis.detector;
  rows.dbm_offset = settings.dbm_offset.value_or(Decibels{}).value;
  return true;
}

// Made into a row only if there is a client for it.
bool WebSocketHub::State::look_for_progress() {
  const auto wants = [](const auto& entry) { return entry.second->wants_partial_rows(); };
  const bool wanted = std::ranges::any_of(clients, wants);
  const RowInProgress& in_progress = context.receiver.row_in_progress();
  const std::uint64_t version = wanted ? in_progress.version() : 0;
  if (std::exchange(progress_version, version) == version) return false;
  rows.in_progress = wanted ? in_progress.row() : nullptr;
  return true;
}

void WebSocketHub::State::adopt() {
  std::vector<WebSocketArrival> arrived;
  {
    const std::scoped_lock lock(mutex);
    arrived.swap(arrivals);
  }
  for (WebSocketArrival& arrival : arrived) adopt(std::move(arrival));
  if (!arrived.empty()) followed = nullptr;  // their rights may have changed on the way
}

void WebSocketHub::State::adopt(WebSocketArrival arrival) {
  const int fd = arrival.fd;
  limit_send_buffer(fd, limits.send_buffer_bytes);
  send_at_once(fd);
  keep_little_unsent(fd);
  give_up_dead_peers(fd);
  const bool full = clients.size() >= most_clients;
  arrival.may_compress = !full && compressed() < most_compressed;
  auto client = std::make_unique<WebSocketClient>(context, std::move(arrival), [this] { poll.ring(); });
  if (!poll.add(fd, 0)) return;  // the client goes, and with it the connection
  if (full)
    client->connection().close(kTryAgainLater, "too many clients");
  else
    client->read();  // what came with the handshake
  serve(*clients.emplace(fd, std::move(client)).first->second);
}

void WebSocketHub::State::follow_rights() {
  if (!context.accounts) return;
  auto users = context.accounts->users().list();
  for (const std::string& name : context.accounts->dial().news(*users))
    context.events.add({.kind = "dial",
                        .text = "the dial has been handed over",
                        .by = {.via = "websocket", .address = "", .name = name}});
  if (std::exchange(followed, users) == users) return;
  const Door door(context.settings().server, users);
  for (auto& [fd, client] : clients) client->follow_rights(door);
}

std::size_t WebSocketHub::State::compressed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(clients, [](const auto& entry) { return entry.second->compresses(); }));
}

void WebSocketHub::State::on_event(int fd, std::uint32_t events) {
  WebSocketClient& client = *clients.at(fd);
  client.connection().react(events, [&] { client.read(); });
  serve(client);
}

void WebSocketHub::State::serve(WebSocketClient& client) {
  client.serve(rows, last_event);
  WebSocketConnection& connection = client.connection();
  if (const auto interest = connection.changed_interest()) poll.change(connection.fd(), *interest);
}

void WebSocketHub::State::offer_status() {
  const auto now = Clock::now();
  if (now < next_status || clients.empty()) return;
  next_status = now + kStatusPeriod;
  std::array<SharedBytes, 3> statuses;  // for each access
  for (auto& [fd, client] : clients) {
    const Access access = client->access();
    SharedBytes& status = statuses.at(static_cast<std::size_t>(access));
    if (!status) status = share(status_message(context, access));
    client->offer_status(status);
    serve(*client);
  }
}

void WebSocketHub::State::check_time() {
  const auto now = Clock::now();
  if (now < next_check) return;
  next_check = now + kCheckPeriod;
  follow_rights();
  const ReceiverStatus status = context.receiver.status();
  context.zooms.keep_within(status.settings->zoom_limit);
  for (auto& [fd, client] : clients) {
    client->connection().check_time(limits.stuck);
    client->follow_zoom(status);
    client->follow_sound();
    serve(*client);
  }
}

void WebSocketHub::State::sweep() {
  for (auto entry = clients.begin(); entry != clients.end();) {
    const bool over = entry->second->connection().over();
    if (over) poll.remove(entry->first);
    entry = over ? clients.erase(entry) : std::next(entry);
  }
  context.websocket_clients = clients.size();
}

void WebSocketHub::State::farewell() {
  adopt();
  for (auto& [fd, client] : clients) {
    client->connection().close(WSLAY_CODE_GOING_AWAY, "server stopping");
    serve(*client);
  }
  const auto end = Clock::now() + kFarewell;
  while (!clients.empty() && Clock::now() < end) {
    poll.wait(kCheckPeriod, [this](int fd, std::uint32_t events) { on_event(fd, events); });
    sweep();
  }
  clients.clear();
  context.websocket_clients = 0;
}

}  // namespace spectrumd
