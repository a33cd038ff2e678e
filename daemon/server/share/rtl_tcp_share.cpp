// SPDX-License-Identifier: MIT
#include "daemon/server/share/rtl_tcp_share.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>

#include "daemon/server/sockets/descriptors.h"
#include "daemon/server/sockets/socket_options.h"

namespace spectrumd {
namespace {

constexpr auto kPollPatience = std::chrono::milliseconds(200);
constexpr auto kLookAtGuests = std::chrono::milliseconds(50);  // at what guests ask for
constexpr int kShareBufferBytes = 512 * 1024;                  // a tenth of a second and more

}  // namespace

RtlTcpShare::RtlTcpShare(const std::string& listen, ShareMode mode, ServerContext& context,
                         std::chrono::milliseconds stuck)
    : context_(context),
      mode_(mode),
      stuck_(stuck),
      most_clients_(share_descriptors().share_clients),
      entry_("share", listen, "server.share", polls_),
      tuning_(context) {
  spdlog::info("share: rtl_tcp at {}", to_string(entry_.address()));
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
    stream_->queue.close();
  }
}

void RtlTcpShare::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    listen_in();
    polls_.wait(tuning_.time_to_wait(mode_ == ShareMode::Channels ? kLookAtGuests : kPollPatience),
                [this](int socket, std::uint32_t events) {
                  socket == entry_.socket() ? accept_client() : serve(socket, events);
                });
    mode_ == ShareMode::Channels ? hand_out_channels() : hand_out();
    drop_stuck();
    entry_.open_again();
    tuning_.apply();
  }
}

// Repeated whenever another source has taken over.
void RtlTcpShare::listen_in() {
  if (mode_ == ShareMode::Channels || (stream_ && !stream_->ended())) return;
  stream_ = std::make_shared<SampleStream>(context_.receiver.status().source.format, [this] { polls_.ring(); });
  stream_->wanted = !clients_.empty();
  context_.receiver.taps().add(stream_);
}

void RtlTcpShare::accept_client() {
  const auto accepted = entry_.accept();
  if (!accepted) return;
  const int socket = accepted->socket;
  auto client = std::make_unique<ShareClient>(socket, accepted->address, accepted->port);
  if (clients_.size() >= most_clients_ || !polls_.add(socket, EPOLLIN | EPOLLOUT)) return;
  limit_send_buffer(socket, kShareBufferBytes);
  report(*client, "a client receives samples");
  Client& added = clients_[socket];
  if (mode_ == ShareMode::Channels)
    added.guest = std::make_unique<Guest>(context_, client->name(), [this] { polls_.ring(); });
  else
    stream_->wanted = true;
  added.line = std::move(client);
}

void RtlTcpShare::serve(int socket, std::uint32_t events) {
  const auto found = clients_.find(socket);
  if (found == clients_.end()) return;
  const Client& client = found->second;
  const bool heard = (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0 ||
                     client.line->hear([&, this](const rtl_tcp::Command& command) { obey(client, command); });
  heard ? flush(*client.line) : drop(socket);
}

void RtlTcpShare::hand_out() {
  const auto blocks = stream_->queue.fetch();
  for (auto next = clients_.begin(); next != clients_.end();) give(*(next++)->second.line, blocks);
}

void RtlTcpShare::hand_out_channels() {
  for (auto next = clients_.begin(); next != clients_.end();) {
    Client& client = (next++)->second;
    client.guest->apply();
    give(*client.line, client.guest->fetch());
  }
}

// Flushing may drop the client.
void RtlTcpShare::give(ShareClient& client, const std::vector<SharedBlock>& blocks) {
  for (const SharedBlock& block : blocks) client.offer(block);
  if (!blocks.empty()) flush(client);
}

void RtlTcpShare::flush(ShareClient& client) {
  if (!client.send()) return drop(client.socket());
  polls_.change(client.socket(), client.waits_to_send() ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

void RtlTcpShare::drop_stuck() {
  const auto now = Clock::now();
  for (auto next = clients_.begin(); next != clients_.end();) {
    const ShareClient& client = *(next++)->second.line;
    if (client.stuck(now) <= stuck_) continue;
    reset_on_close(client.socket());
    drop(client.socket());
  }
}

void RtlTcpShare::drop(int socket) {
  const ShareClient& client = *clients_[socket].line;
  report(client, fmt::format("a client disconnected, {} blocks skipped", client.skipped_blocks()));
  polls_.remove(socket);
  clients_.erase(socket);
  if (stream_) stream_->wanted = !clients_.empty();
}

// Its address is for those only who have the token.
void RtlTcpShare::report(const ShareClient& client, std::string text) {
  context_.events.add({.kind = "share", .text = std::move(text), .by = {.via = "rtl_tcp", .address = client.name()}});
}

void RtlTcpShare::obey(const Client& client, const rtl_tcp::Command& command) {
  if (client.guest) return client.guest->obey(command);
  if (mode_ == ShareMode::Tune) return tuning_.add(command, client.line->address());
  spdlog::debug("share: command {} is not supported", static_cast<int>(command.order));
}

}  // namespace spectrumd
