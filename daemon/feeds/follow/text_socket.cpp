// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/text_socket.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "daemon/config/plain_text.h"
#include "daemon/config/units.h"
#include "daemon/feeds/follow/rig_link.h"
#include "daemon/server/http/base64.h"
#include "daemon/server/websocket/handshake.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLongestHead = 8192, kLongestTextMessage = 65536;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

TextSocket& socket_of(void* self) { return *static_cast<TextSocket*>(self); }

std::string random_key() {
  std::array<std::uint8_t, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) throw std::bad_alloc();
  return base64(bytes);
}

// The value of a field of an HTTP head; empty if there is none.
std::string_view field_in(std::string_view head, std::string_view name) {
  for (std::size_t end = head.find("\r\n"); end != std::string_view::npos; end = head.find("\r\n")) {
    head.remove_prefix(end + 2);
    const std::size_t colon = head.find(':');
    if (colon == std::string_view::npos || lower_case(head.substr(0, colon)) != name) continue;
    return trimmed(head.substr(colon + 1, head.find("\r\n") - colon - 1));
  }
  return {};
}

}  // namespace

TextSocket::TextSocket(const HostPort& server, std::chrono::milliseconds limit, Hear hear)
    : connection_(server, limit), hear_(std::move(hear)) {
  shake_hands(server, limit);
  wslay_event_callbacks callbacks{};
  callbacks.recv_callback = on_receive;
  callbacks.send_callback = on_send;
  callbacks.genmask_callback = on_mask;
  callbacks.on_msg_recv_callback = on_message;
  wslay_event_context* context = nullptr;
  if (wslay_event_context_client_init(&context, &callbacks, this) != 0) throw std::bad_alloc();
  context_.reset(context);
  wslay_event_config_set_max_recv_msg_length(context, kLongestTextMessage);
}

void TextSocket::shake_hands(const HostPort& server, std::chrono::milliseconds limit) {
  const std::string key = random_key();
  const std::string request = fmt::format(
      "GET / HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: {}\r\n\r\n",
      to_string(server), key);
  connection_.send(std::as_bytes(std::span(request)));
  const std::string head = answer_head(limit);
  if (!head.starts_with("HTTP/1.1 101") || field_in(head, "sec-websocket-accept") != websocket_accept(key))
    throw RigLost(fmt::format("{}: not a WebSocket: {}", connection_.name(), head.substr(0, head.find('\r'))));
}

std::string TextSocket::answer_head(std::chrono::milliseconds limit) {
  std::string head;
  for (std::size_t end = head.find(kHeadEnd);; end = head.find(kHeadEnd)) {
    if (end != std::string::npos) {
      first_bytes_ = head.substr(end + kHeadEnd.size());
      return head.substr(0, end + 2);
    }
    if (head.size() > kLongestHead || !connection_.readable(limit))
      throw RigLost(fmt::format("{}: does not answer as a WebSocket", connection_.name()));
    std::array<std::byte, 4096> bytes;
    const std::size_t count = connection_.receive(bytes);
    if (count == 0) throw RigLost(fmt::format("{}: has closed the connection", connection_.name()));
    head.append(reinterpret_cast<const char*>(bytes.data()), count);
  }
}

bool TextSocket::listen(std::chrono::milliseconds limit) {
  if (first_bytes_.empty() && !connection_.readable(limit)) return false;
  received_ = false;
  const int result = wslay_event_recv(context_.get());
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (result != 0 || closed_ || wslay_event_get_close_received(context_.get()))
    throw RigLost(fmt::format("{}: has closed the connection", connection_.name()));
  write();  // pongs
  return true;
}

void TextSocket::send(std::string_view text) {
  queue(WSLAY_TEXT_FRAME, text);
  write();
}

void TextSocket::ping() {
  queue(WSLAY_PING, {});
  write();
}

void TextSocket::queue(std::uint8_t opcode, std::string_view payload) {
  const wslay_event_msg message{
      .opcode = opcode, .msg = reinterpret_cast<const std::uint8_t*>(payload.data()), .msg_length = payload.size()};
  if (wslay_event_queue_msg(context_.get(), &message) != 0) throw std::bad_alloc();
}

void TextSocket::write() {
  wslay_event_send(context_.get());
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// Called by wslay whenever it has parsed all input. One piece for each listen(): it has been announced by the socket.
ssize_t TextSocket::on_receive(wslay_event_context* context, std::uint8_t* buffer, std::size_t bytes, int /*flags*/,
                               void* self) {
  TextSocket& socket = socket_of(self);
  if (!socket.first_bytes_.empty()) {
    const std::size_t count = std::min(bytes, socket.first_bytes_.size());
    std::copy_n(socket.first_bytes_.begin(), count, buffer);
    socket.first_bytes_.erase(0, count);
    socket.received_ = true;
    return static_cast<ssize_t>(count);
  }
  try {
    if (!std::exchange(socket.received_, true)) {
      const std::size_t count = socket.connection_.receive(std::as_writable_bytes(std::span(buffer, bytes)));
      if (count > 0) return static_cast<ssize_t>(count);
      socket.closed_ = true;
    }
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
  wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
  return -1;
}

ssize_t TextSocket::on_send(wslay_event_context* context, const std::uint8_t* data, std::size_t bytes, int /*flags*/,
                            void* self) {
  TextSocket& socket = socket_of(self);
  try {
    socket.connection_.send(std::as_bytes(std::span(data, bytes)));
    return static_cast<ssize_t>(bytes);
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
  wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
  return -1;
}

int TextSocket::on_mask(wslay_event_context*, std::uint8_t* mask, std::size_t bytes, void*) {
  return getrandom(mask, bytes, 0) == static_cast<ssize_t>(bytes) ? 0 : -1;
}

void TextSocket::on_message(wslay_event_context*, const wslay_event_on_msg_recv_arg* message, void* self) {
  TextSocket& socket = socket_of(self);
  if (message->opcode != WSLAY_TEXT_FRAME) return;
  try {
    socket.hear_({reinterpret_cast<const char*>(message->msg), message->msg_length});
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
}

}  // namespace spectrumd
