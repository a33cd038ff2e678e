// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/client_socket.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <new>
#include <utility>

#include "daemon/config/plain_text.h"
#include "daemon/config/units.h"
#include "daemon/server/http/base64.h"
#include "daemon/server/websocket/handshake.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestHead = 8192, kLongestHeardMessage = 1 << 18;
constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr auto kSendLimit = 5s;

ClientSocket& socket_of(void* self) { return *static_cast<ClientSocket*>(self); }

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

// "HTTP/1.1 401 Unauthorized"
int status_in(std::string_view head) {
  int status = 0;
  const std::size_t space = head.find(' ');
  if (head.starts_with("HTTP/1.1 ")) std::from_chars(head.data() + space + 1, head.data() + head.size(), status);
  return status;
}

struct CurlUrlCleanup {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return "";
  const std::unique_ptr<char, decltype(&curl_free)> owner(text, curl_free);
  return text;
}

int stop_requested(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

}  // namespace

ClientSocket::ClientSocket(const Server& server, Hear hear, const std::stop_token& stop) : hear_(std::move(hear)) {
  connect(server, stop);
  shake_hands(server);
  wslay_event_callbacks callbacks{};
  callbacks.recv_callback = on_receive;
  callbacks.send_callback = on_send;
  callbacks.genmask_callback = on_mask;
  callbacks.on_msg_recv_callback = on_message;
  wslay_event_context* context = nullptr;
  if (wslay_event_context_client_init(&context, &callbacks, this) != 0) throw std::bad_alloc();
  context_.reset(context);
  wslay_event_config_set_max_recv_msg_length(context, kLongestHeardMessage);
}

// libcurl 7.88 of Debian has no WebSockets, but makes the connection, with TLS if the URL says so.
void ClientSocket::connect(const Server& server, const std::stop_token& stop) {
  const std::unique_ptr<CURLU, CurlUrlCleanup> url(curl_url());
  if (!curl_ || !url) throw std::bad_alloc();
  curl_url_set(url.get(), CURLUPART_URL, server.url.c_str(), 0);
  name_ = fmt::format("{}:{}", part_of(url.get(), CURLUPART_HOST), part_of(url.get(), CURLUPART_PORT));
  target_ = part_of(url.get(), CURLUPART_PATH);
  curl_easy_setopt(curl_.get(), CURLOPT_CURLU, url.get());
  curl_easy_setopt(curl_.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl_.get(), CURLOPT_CONNECT_ONLY, 1L);
  curl_easy_setopt(curl_.get(), CURLOPT_SSL_ENABLE_ALPN, 0L);  // HTTP/1.1: no other is spoken here
  curl_easy_setopt(curl_.get(), CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl_.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl_.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(server.limit.count()));
  curl_easy_setopt(curl_.get(), CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl_.get(), CURLOPT_XFERINFOFUNCTION, stop_requested);
  curl_easy_setopt(curl_.get(), CURLOPT_XFERINFODATA, &stop);
  const CURLcode result = curl_easy_perform(curl_.get());
  curl_easy_setopt(curl_.get(), CURLOPT_CURLU, nullptr);
  if (result != CURLE_OK) lose(curl_easy_strerror(result));
  curl_socket_t descriptor = CURL_SOCKET_BAD;
  curl_easy_getinfo(curl_.get(), CURLINFO_ACTIVESOCKET, &descriptor);
  descriptor_ = descriptor;
}

void ClientSocket::shake_hands(const Server& server) {
  const std::string key = random_key();
  std::string request = fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: {}\r\n",
      target_, name_, key);
  for (const std::string& field : server.fields) request += field + "\r\n";
  request += "\r\n";
  send_all(std::as_bytes(std::span(request)));
  const std::string head = answer_head(server.limit);
  if (status_in(head) != 101 || field_in(head, "sec-websocket-accept") != websocket_accept(key))
    lose(fmt::format("not a WebSocket: {}", head.substr(0, head.find('\r'))), status_in(head));
}

std::string ClientSocket::answer_head(std::chrono::milliseconds limit) {
  std::string head;
  const auto until = std::chrono::steady_clock::now() + limit;
  for (std::size_t end = head.find(kHeadEnd);; end = head.find(kHeadEnd)) {
    if (end != std::string::npos) {
      first_bytes_ = head.substr(end + kHeadEnd.size());
      return head.substr(0, end + 2);
    }
    std::array<std::byte, 4096> bytes;
    const std::size_t count = receive(bytes);
    head.append(reinterpret_cast<const char*>(bytes.data()), count);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (head.size() > kLongestHead || left <= 0ms || (count == 0 && !wait_for(POLLIN, left)))
      lose("does not answer as a WebSocket");
  }
}

// TLS may have what its socket no longer announces.
bool ClientSocket::listen(std::chrono::milliseconds limit) {
  return hear_what_is_there() || (wait_for(POLLIN, limit) && hear_what_is_there());
}

bool ClientSocket::hear_what_is_there() {
  received_ = false;
  const int result = wslay_event_recv(context_.get());
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (result != 0 || wslay_event_get_close_received(context_.get())) lose("has closed the connection");
  write();  // pongs
  return received_;
}

void ClientSocket::send(std::string_view text) {
  queue(WSLAY_TEXT_FRAME, text);
  write();
}

void ClientSocket::ping() {
  queue(WSLAY_PING, {});
  write();
}

void ClientSocket::queue(std::uint8_t opcode, std::string_view payload) {
  const wslay_event_msg message{
      .opcode = opcode, .msg = reinterpret_cast<const std::uint8_t*>(payload.data()), .msg_length = payload.size()};
  if (wslay_event_queue_msg(context_.get(), &message) != 0) throw std::bad_alloc();
}

void ClientSocket::write() {
  wslay_event_send(context_.get());
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

bool ClientSocket::wait_for(short events, std::chrono::milliseconds limit) const {
  pollfd waiting{.fd = descriptor_, .events = events, .revents = 0};
  return poll(&waiting, 1, static_cast<int>(limit.count())) > 0;
}

std::size_t ClientSocket::receive(std::span<std::byte> bytes) {
  std::size_t count = 0;
  const CURLcode result = curl_easy_recv(curl_.get(), bytes.data(), bytes.size(), &count);
  if (result == CURLE_AGAIN) return 0;
  if (result != CURLE_OK) lose(curl_easy_strerror(result));
  if (count == 0) lose("has closed the connection");
  return count;
}

void ClientSocket::send_all(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    std::size_t count = 0;
    const CURLcode result = curl_easy_send(curl_.get(), bytes.data(), bytes.size(), &count);
    if (result == CURLE_AGAIN && wait_for(POLLOUT, kSendLimit)) continue;
    if (result != CURLE_OK) lose(curl_easy_strerror(result));
    bytes = bytes.subspan(count);
  }
}

void ClientSocket::lose(const std::string& reason, int status) const { throw SocketLost(name_, reason, status); }

// Called by wslay whenever it has parsed all input. One piece at a time, so that who sends much does not keep listen().
ssize_t ClientSocket::on_receive(wslay_event_context* context, std::uint8_t* buffer, std::size_t bytes, int /*flags*/,
                                 void* self) {
  ClientSocket& socket = socket_of(self);
  if (!socket.first_bytes_.empty()) {
    const std::size_t count = std::min(bytes, socket.first_bytes_.size());
    std::copy_n(socket.first_bytes_.begin(), count, buffer);
    socket.first_bytes_.erase(0, count);
    socket.received_ = true;
    return static_cast<ssize_t>(count);
  }
  try {
    const std::size_t count = socket.received_ ? 0 : socket.receive(std::as_writable_bytes(std::span(buffer, bytes)));
    if (count > 0) {
      socket.received_ = true;
      return static_cast<ssize_t>(count);
    }
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
  wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
  return -1;
}

ssize_t ClientSocket::on_send(wslay_event_context* context, const std::uint8_t* data, std::size_t bytes, int /*flags*/,
                              void* self) {
  ClientSocket& socket = socket_of(self);
  try {
    socket.send_all(std::as_bytes(std::span(data, bytes)));
    return static_cast<ssize_t>(bytes);
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
  wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
  return -1;
}

int ClientSocket::on_mask(wslay_event_context*, std::uint8_t* mask, std::size_t bytes, void*) {
  return getrandom(mask, bytes, 0) == static_cast<ssize_t>(bytes) ? 0 : -1;
}

void ClientSocket::on_message(wslay_event_context*, const wslay_event_on_msg_recv_arg* message, void* self) {
  ClientSocket& socket = socket_of(self);
  try {
    socket.pass_on(*message);
  } catch (...) {
    socket.failure_ = std::current_exception();
  }
}

void ClientSocket::pass_on(const wslay_event_on_msg_recv_arg& message) {
  if (message.opcode == WSLAY_TEXT_FRAME) hear_.text({reinterpret_cast<const char*>(message.msg), message.msg_length});
  if (message.opcode == WSLAY_BINARY_FRAME) hear_.binary(std::as_bytes(std::span(message.msg, message.msg_length)));
}

}  // namespace spectrumd
