// SPDX-License-Identifier: MIT
#include "daemon/feeds/tcp_feed.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "daemon/server/sockets/socket_options.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostUnsent = 64 * 1024;  // bytes; beyond them nothing more is read from the client

}  // namespace

TcpFeed::TcpFeed(const FeedPlan& plan, NewTalk new_talk, Work work, std::optional<int> send_buffer)
    : stuck_(plan.stuck),
      new_talk_(std::move(new_talk)),
      work_(std::move(work)),
      send_buffer_(send_buffer),
      server_(plan, *this) {}

// The talks end while there is something to wake: what they read from calls wake() on other threads until then.
void TcpFeed::stop() {
  server_.stop();
  for (const auto& [socket, client] : clients_) close(socket);
  clients_.clear();
}

std::chrono::milliseconds TcpFeed::tend() {
  const auto wait = work_();
  speak();
  drop_stuck();
  return wait;
}

void TcpFeed::add(int socket, const std::string& address) {
  if (send_buffer_) limit_send_buffer(socket, *send_buffer_);
  clients_.emplace(socket, Client{.talk = new_talk_(address), .unsent = {}, .moved = Clock::now()});
  connected_ = clients_.size();
  ++served_;
}

void TcpFeed::serve(int socket, std::uint32_t events) {
  const auto found = clients_.find(socket);
  if (found == clients_.end()) return;
  Client& client = found->second;
  const bool reads = (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0;
  if (reads && !hear(socket, client)) return drop(socket);
  deliver(socket, client);
}

void TcpFeed::speak() {
  for (auto next = clients_.begin(); next != clients_.end();) {
    auto& [socket, client] = *next++;
    if (client.ends || !client.unsent.empty()) continue;
    client.moved = Clock::now();
    client.ends = !client.talk->speak(client.unsent);
    if (client.ends || !client.unsent.empty()) deliver(socket, client);
  }
}

// May drop the client.
void TcpFeed::deliver(int socket, Client& client) {
  if (!send(socket, client)) return drop(socket);
  if (client.unsent.empty()) {
    if (client.ends) return drop(socket);
    return server_.polls().change(socket, EPOLLIN);
  }
  const bool hears = !client.ends && client.unsent.size() < kMostUnsent;
  server_.polls().change(socket, EPOLLOUT | (hears ? EPOLLIN : 0U));
}

bool TcpFeed::hear(int socket, Client& client) const {
  std::array<char, 4096> bytes;
  const ssize_t count = recv(socket, bytes.data(), bytes.size(), 0);
  if (count == 0) return false;
  if (count < 0) return would_block();
  if (client.unsent.empty()) client.moved = Clock::now();
  client.ends = !client.talk->hear({bytes.data(), static_cast<std::size_t>(count)}, client.unsent);
  return true;
}

// In one piece where the socket takes it: some clients read once for each answer.
bool TcpFeed::send(int socket, Client& client) const {
  if (client.unsent.empty()) return true;
  const ssize_t count = ::send(socket, client.unsent.data(), client.unsent.size(), MSG_NOSIGNAL);
  if (count < 0) return would_block();
  client.moved = Clock::now();
  client.unsent.erase(0, static_cast<std::size_t>(count));
  return true;
}

void TcpFeed::drop_stuck() {
  const auto now = Clock::now();
  for (auto next = clients_.begin(); next != clients_.end();) {
    const auto& [socket, client] = *next++;
    if (client.unsent.empty() || now - client.moved <= stuck_) continue;
    reset_on_close(socket);
    drop(socket);
  }
}

void TcpFeed::drop(int socket) {
  server_.polls().remove(socket);
  clients_.erase(socket);
  close(socket);
  connected_ = clients_.size();
}

}  // namespace spectrumd
