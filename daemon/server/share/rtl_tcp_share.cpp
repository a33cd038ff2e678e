// SPDX-License-Identifier: MIT
#include "daemon/server/share/rtl_tcp_share.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "daemon/server/http/listen_socket.h"

namespace spectrumd {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr std::size_t kMostClients = 32;

std::string name_of(const sockaddr* address, socklen_t length) {
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  getnameinfo(address, length, host.data(), host.size(), port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
  return fmt::format("{} port {}", host.data(), port.data());
}

}  // namespace

RtlTcpShare::RtlTcpShare(const std::string& listen, bool control, ServerContext& context)
    : context_(context), control_(control), listen_socket_(open_listen_socket(listen)) {
  polls_.add(listen_socket_, EPOLLIN);
  spdlog::info("share: rtl_tcp at {}:{}", listen.substr(0, listen.rfind(':')), port_of(listen_socket_));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "share");
    run(stop);
  });
}

RtlTcpShare::~RtlTcpShare() {
  thread_.request_stop();
  polls_.ring();
  thread_.join();
  if (stream_) {
    context_.receiver.taps().remove(*stream_);
    stream_->close();
  }
  close(listen_socket_);
}

void RtlTcpShare::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    listen_in();
    polls_.wait(kPatience, [this](int socket, std::uint32_t events) {
      socket == listen_socket_ ? accept_client() : serve(socket, events);
    });
    hand_out();
  }
}

// Again whenever another source has taken over.
void RtlTcpShare::listen_in() {
  if (stream_ && !stream_->ended()) return;
  stream_ = std::make_shared<SampleStream>(context_.receiver.status().source.format, [this] { polls_.ring(); });
  stream_->wanted = !clients_.empty();
  context_.receiver.taps().add(stream_);
}

void RtlTcpShare::accept_client() {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  const int socket =
      accept4(listen_socket_, reinterpret_cast<sockaddr*>(&address), &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) return;
  auto client = std::make_unique<ShareClient>(socket, name_of(reinterpret_cast<sockaddr*>(&address), length));
  if (clients_.size() >= kMostClients || !polls_.add(socket, EPOLLIN | EPOLLOUT)) return;
  const int one = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  context_.events.add("share", client->name() + " takes samples");
  clients_[socket] = std::move(client);
  stream_->wanted = true;
}

void RtlTcpShare::serve(int socket, std::uint32_t events) {
  const auto found = clients_.find(socket);
  if (found == clients_.end()) return;
  const bool heard = (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0 ||
                     found->second->hear([this](const rtl_tcp::Command& command) { obey(command); });
  heard ? flush(*found->second) : drop(socket);
}

void RtlTcpShare::hand_out() {
  const auto blocks = stream_->fetch();
  for (auto next = clients_.begin(); !blocks.empty() && next != clients_.end();) {
    ShareClient& client = *(next++)->second;  // flushing may drop it
    for (const SharedBlock& block : blocks) client.offer(block);
    flush(client);
  }
}

void RtlTcpShare::flush(ShareClient& client) {
  if (!client.send()) return drop(client.socket());
  polls_.change(client.socket(), client.waits_to_send() ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

void RtlTcpShare::drop(int socket) {
  const ShareClient& client = *clients_[socket];
  context_.events.add("share", fmt::format("{} is gone, {} blocks skipped", client.name(), client.skipped_blocks()));
  polls_.remove(socket);
  clients_.erase(socket);
  stream_->wanted = !clients_.empty();
}

void RtlTcpShare::obey(const rtl_tcp::Command& command) {
  if (!control_) return spdlog::debug("share: command {} is not obeyed", static_cast<int>(command.order));
  const std::scoped_lock lock(context_.tuning_change);
  try {
    retune(command);
  } catch (const TuningRefused& refused) {
    context_.events.add("share", fmt::format("{}: {}", refused.field, refused.what()));
  }
}

// The rest of the orders concern the stick itself, which is not theirs alone.
void RtlTcpShare::retune(const rtl_tcp::Command& command) {
  using rtl_tcp::Order;
  Tuning wish = context_.receiver.status().tuning;
  if (command.order == Order::Gain) gain_ = Decibels{static_cast<std::int32_t>(command.value) / 10.0};
  if (command.order == Order::Center) wish.center = {static_cast<double>(command.value)};
  if (command.order == Order::Rate) wish.rate = {static_cast<double>(command.value)};
  if (command.order == Order::Ppm) wish.ppm = static_cast<std::int32_t>(command.value);
  if (command.order == Order::Gain) wish.gain = gain_;
  if (command.order == Order::GainMode) wish.gain = command.value == 0 ? std::nullopt : gain_;
  context_.receiver.retune(wish);
}

}  // namespace spectrumd
