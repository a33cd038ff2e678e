// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_hub.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daemon/server/sockets/descriptors.h"
#include "daemon/server/sockets/poll_set.h"
#include "daemon/server/websocket/websocket_client.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kStatusPeriod = 1s;
constexpr auto kCheckPeriod = 100ms;      // how often clients are looked at that do nothing
constexpr auto kIdle = 1s;                // how long the loop may sleep without clients
constexpr auto kFarewell = 500ms;         // for clients to read that the server is stopping
constexpr unsigned kDeadPeerMs = 30'000;  // a peer that acknowledges nothing for so long is gone
constexpr int kUnsentBytes = 16 * 1024;   // in the kernel: what waits longer had better be encoded later
constexpr std::uint16_t kTryAgainLater = 1013;

// Errors are ignored: a socket that lacks an option works without it.
void set_option(int fd, int level, int option, int value) { setsockopt(fd, level, option, &value, sizeof value); }

// Compressors last as long as their clients: answers keep most of the memory.
constexpr std::size_t kCompressorsPart = 4;

std::size_t most_compressed_websockets(const ServerSettings& settings) {
  return (settings.memory_mib << 20) / kCompressorsPart / MessageDeflater::memory_bytes({});
}

struct Registered {
  std::unique_ptr<WebSocketClient> client;
  std::uint32_t interest = 0;  // what epoll reports for it
};

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
  void serve(Registered& registered);
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
  std::unordered_map<int, Registered> clients;
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
  for (auto& [fd, registered] : clients)
    if (news || registered.client->has_sound()) serve(registered);
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
  const auto wants = [](const auto& entry) { return entry.second.client->wants_partial_rows(); };
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
  set_option(fd, SOL_SOCKET, SO_SNDBUF, limits.send_buffer_bytes);
  set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, kUnsentBytes);
  set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, kDeadPeerMs);
  const bool full = clients.size() >= most_clients;
  arrival.may_compress = !full && compressed() < most_compressed;
  Registered registered{
      .client = std::make_unique<WebSocketClient>(context, std::move(arrival), [this] { poll.ring(); }),
      .interest = EPOLLIN};
  if (!poll.add(fd, registered.interest)) return;  // the client goes, and with it the connection
  if (full)
    registered.client->connection().close(kTryAgainLater, "too many clients");
  else
    registered.client->read();  // what came with the handshake
  serve(clients.emplace(fd, std::move(registered)).first->second);
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
  for (auto& [fd, registered] : clients) registered.client->follow_rights(door);
}

std::size_t WebSocketHub::State::compressed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(clients, [](const auto& entry) { return entry.second.client->compresses(); }));
}

void WebSocketHub::State::on_event(int fd, std::uint32_t events) {
  Registered& registered = clients.at(fd);
  WebSocketConnection& connection = registered.client->connection();
  if (connection.wants_read() && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
    registered.client->read();
  else if (events & (EPOLLHUP | EPOLLERR))
    connection.abandon();
  serve(registered);
}

void WebSocketHub::State::serve(Registered& registered) {
  WebSocketConnection& connection = registered.client->connection();
  registered.client->serve(rows, last_event);
  const std::uint32_t interest = (connection.wants_read() ? EPOLLIN : 0U) | (connection.wants_write() ? EPOLLOUT : 0U);
  if (interest != std::exchange(registered.interest, interest)) poll.change(connection.fd(), interest);
}

void WebSocketHub::State::offer_status() {
  const auto now = Clock::now();
  if (now < next_status || clients.empty()) return;
  next_status = now + kStatusPeriod;
  std::array<SharedBytes, 3> statuses;  // for each access
  for (auto& [fd, registered] : clients) {
    const Access access = registered.client->access();
    SharedBytes& status = statuses.at(static_cast<std::size_t>(access));
    if (!status) status = share(status_message(context, access));
    registered.client->offer_status(status);
    serve(registered);
  }
}

void WebSocketHub::State::check_time() {
  const auto now = Clock::now();
  if (now < next_check) return;
  next_check = now + kCheckPeriod;
  follow_rights();
  const ReceiverStatus status = context.receiver.status();
  context.zooms.keep_within(status.settings->zoom_limit);
  for (auto& [fd, registered] : clients) {
    registered.client->connection().check_time(limits.stuck);
    registered.client->follow_zoom(status);
    registered.client->follow_sound();
    serve(registered);
  }
}

void WebSocketHub::State::sweep() {
  for (auto entry = clients.begin(); entry != clients.end();) {
    if (entry->second.client->connection().over()) poll.remove(entry->first);
    entry = entry->second.client->connection().over() ? clients.erase(entry) : std::next(entry);
  }
  context.websocket_clients = clients.size();
}

void WebSocketHub::State::farewell() {
  adopt();
  for (auto& [fd, registered] : clients) {
    registered.client->connection().close(WSLAY_CODE_GOING_AWAY, "server stopping");
    serve(registered);
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
