// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "daemon/server/sockets/socket_options.h"
#include "daemon/server/websocket/inflate_message.h"
#include "daemon/server/websocket/utf8.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostMessageBytes = 65536;
constexpr std::size_t kMostFragments = 1024;    // of a message: each costs memory besides its bytes
constexpr std::size_t kMostControlFrames = 50;  // in a second
constexpr std::size_t kMostWaitingFrames = 32;  // waiting in the outbox, beyond which nothing more is read
constexpr std::string_view kTooLong = "a message has 64 KiB at most";
constexpr auto kCloseTimeout = 1s;
constexpr auto kPingAfter = 30s;  // of silence, and again
constexpr auto kLongestIdle = 90s;

WebSocketConnection& self_of(void* self) { return *static_cast<WebSocketConnection*>(self); }

}  // namespace

WebSocketConnection::WebSocketConnection(int fd, std::span<const std::byte> first_bytes, bool inflates)
    : fd_(fd),
      first_bytes_(first_bytes.begin(), first_bytes.end()),
      announced_(kMostMessageBytes),
      progress_(Clock::now()),
      heard_(progress_),
      pinged_(progress_) {
  wslay_event_callbacks callbacks{};
  callbacks.recv_callback = on_receive;
  callbacks.send_callback = on_send;
  callbacks.on_frame_recv_start_callback = on_frame;
  callbacks.on_msg_recv_callback = on_message;
  wslay_event_context* context = nullptr;
  if (wslay_event_context_server_init(&context, &callbacks, this) != 0) throw std::bad_alloc();
  context_.reset(context);
  wslay_event_config_set_max_recv_msg_length(context, kMostMessageBytes);
  if (inflates) wslay_event_config_set_allowed_rsv_bits(context, WSLAY_RSV1_BIT);
}

bool WebSocketConnection::wants_read() const {
  return state_ == State::Drained || state_ == State::Closing ||
         (state_ == State::Open && outbox_.frames() < kMostWaitingFrames);
}

std::optional<std::uint32_t> WebSocketConnection::changed_interest() {
  const std::uint32_t interest = (wants_read() ? EPOLLIN : 0U) | (outbox_.empty() ? 0U : EPOLLOUT);
  return std::exchange(interest_, interest) == interest ? std::nullopt : interest_;
}

void WebSocketConnection::react(std::uint32_t events, const std::function<void()>& read) {
  const bool has_ended = (events & (EPOLLHUP | EPOLLERR)) != 0;
  if (wants_read() && (has_ended || (events & EPOLLIN) != 0))
    read();
  else if (has_ended)
    abandon();
}

void WebSocketConnection::read(const TextHandler& on_text) {
  if (state_ != State::Open) return drain();
  may_receive_ = true;
  on_text_ = &on_text;
  const int result = wslay_event_recv(context_.get());
  on_text_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (ended_) return abandon();
  // wslay answers a frame it cannot parse with a close that gives no reason.
  if (result != 0) refuse(WSLAY_CODE_PROTOCOL_ERROR, "");
  move_answers();
  // wslay looks at a length only when the payload begins.
  if (announced_.is_too_long() && wslay_event_want_read(context_.get())) refuse(WSLAY_CODE_MESSAGE_TOO_BIG, kTooLong);
  if (!wslay_event_want_read(context_.get())) begin_goodbye();
}

void WebSocketConnection::drain() {
  std::array<std::byte, 16384> rest;
  const ssize_t bytes = recv(fd_, rest.data(), rest.size(), MSG_DONTWAIT);
  if (bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) abandon();
}

void WebSocketConnection::write() {
  if (over()) return;
  const Outbox::Flush result = outbox_.flush(fd_);
  if (result == Outbox::Flush::Broken) return abandon();
  if (outbox_.empty() || outbox_.bytes_written() != written_before_) progress_ = Clock::now();
  written_before_ = outbox_.bytes_written();
  if (state_ != State::Closing || result != Outbox::Flush::Done) return;
  state_ = State::Drained;
  shutdown(fd_, SHUT_WR);
}

void WebSocketConnection::close(std::uint16_t code, std::string_view reason) {
  if (!open()) return;
  outbox_.drop_unsent();
  refuse(code, reason);
  begin_goodbye();
}

void WebSocketConnection::refuse(std::uint16_t code, std::string_view reason) {
  if (std::exchange(refused_, true)) return;
  outbox_.add_close(code, reason);
  wslay_event_shutdown_read(context_.get());
}

void WebSocketConnection::begin_goodbye() {
  if (!open()) return;
  state_ = State::Closing;
  goodbye_ = Clock::now();
}

void WebSocketConnection::check_time(std::chrono::milliseconds limit, Clock::time_point now) {
  if (outbox_.empty()) progress_ = now;
  if (open() && now - progress_ > limit) return close(WSLAY_CODE_POLICY_VIOLATION, "client too slow");
  if (open()) return check_silence(now);
  if (now - goodbye_ <= kCloseTimeout) return;
  reset_on_close(fd_);
  abandon();
}

// The kernel detects a dead peer by unacknowledged data, but a proxy acknowledges data for a client that has gone:
// pings must be answered.
void WebSocketConnection::check_silence(Clock::time_point now) {
  if (now - heard_ > kLongestIdle) return close(WSLAY_CODE_POLICY_VIOLATION, "pings are not answered");
  if (now - std::max(heard_, pinged_) < kPingAfter) return;
  pinged_ = now;
  outbox_.add_ping();
}

// Called by wslay whenever it has parsed all input.
ssize_t WebSocketConnection::on_receive(wslay_event_context* context, std::uint8_t* buffer, std::size_t bytes,
                                        int /*flags*/, void* self) {
  const ssize_t received = self_of(self).receive(std::as_writable_bytes(std::span(buffer, bytes)));
  if (received > 0) return received;
  wslay_event_set_error(context, self_of(self).ended_ ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
  return -1;
}

ssize_t WebSocketConnection::receive(std::span<std::byte> buffer) {
  if (!first_bytes_.empty()) {
    const std::size_t bytes = std::min(buffer.size(), first_bytes_.size());
    std::copy_n(first_bytes_.begin(), bytes, buffer.begin());
    announced_.pass(buffer.first(bytes));
    first_bytes_.erase(first_bytes_.begin(), first_bytes_.begin() + static_cast<std::ptrdiff_t>(bytes));
    return static_cast<ssize_t>(bytes);
  }
  if (!std::exchange(may_receive_, false)) return -1;
  const ssize_t bytes = recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  ended_ = bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
  if (bytes <= 0) return bytes;
  heard_ = Clock::now();
  announced_.pass(buffer.first(static_cast<std::size_t>(bytes)));
  return bytes;
}

void WebSocketConnection::on_frame(wslay_event_context*, const wslay_event_on_frame_recv_start_arg* frame, void* self) {
  self_of(self).check_frame(*frame);
}

void WebSocketConnection::check_frame(const wslay_event_on_frame_recv_start_arg& frame) {
  if (wslay_is_ctrl_frame(frame.opcode) && too_many_control_frames())
    return refuse(WSLAY_CODE_POLICY_VIOLATION, "too many control frames");
  if (frame.opcode == WSLAY_BINARY_FRAME) return refuse(WSLAY_CODE_UNSUPPORTED_DATA, "messages are JSON text");
  // RFC 6455, 5.5.1: a close has a code of two bytes, or nothing.
  if (frame.opcode == WSLAY_CONNECTION_CLOSE && frame.payload_length == 1) return refuse(WSLAY_CODE_PROTOCOL_ERROR, "");
  if (frame.opcode == WSLAY_TEXT_FRAME) fragments_ = 0;
  if (frame.opcode == WSLAY_CONTINUATION_FRAME && ++fragments_ > kMostFragments)
    refuse(WSLAY_CODE_POLICY_VIOLATION, "too many fragments");
}

bool WebSocketConnection::too_many_control_frames() {
  const auto now = Clock::now();
  if (now - control_second_ >= 1s) {
    control_second_ = now;
    control_frames_ = 0;
  }
  return ++control_frames_ > kMostControlFrames;
}

// Answers are sent in the order of their messages: wslay has queued a pong or close when this is called.
void WebSocketConnection::on_message(wslay_event_context*, const wslay_event_on_msg_recv_arg* message, void* self) {
  WebSocketConnection& connection = self_of(self);
  if (connection.refused_ || connection.failure_) return;
  if (message->opcode != WSLAY_TEXT_FRAME) return connection.move_answers();
  try {
    connection.pass_on(*message);
  } catch (...) {
    connection.failure_ = std::current_exception();
    wslay_event_shutdown_read(connection.context_.get());
  }
}

void WebSocketConnection::pass_on(const wslay_event_on_msg_recv_arg& message) {
  if (wslay_get_rsv1(message.rsv)) return pass_on_inflated(std::as_bytes(std::span(message.msg, message.msg_length)));
  (*on_text_)({reinterpret_cast<const char*>(message.msg), message.msg_length});
}

// wslay checks the length and the letters only of what is not compressed.
void WebSocketConnection::pass_on_inflated(std::span<const std::byte> payload) {
  const InflatedMessage message = inflate_message(payload, kMostMessageBytes);
  if (message.outcome == InflatedMessage::Outcome::TooLong) return refuse(WSLAY_CODE_MESSAGE_TOO_BIG, kTooLong);
  if (message.outcome == InflatedMessage::Outcome::Invalid || !is_utf8(message.text))
    return refuse(WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, "");
  (*on_text_)(message.text);
}

void WebSocketConnection::move_answers() {
  if (refused_) return;
  wslay_event_send(context_.get());
  if (!answers_.empty()) outbox_.add_bytes(answers_);
  answers_.clear();
}

ssize_t WebSocketConnection::on_send(wslay_event_context*, const std::uint8_t* data, std::size_t bytes, int /*flags*/,
                                     void* self) {
  const auto frame = std::as_bytes(std::span(data, bytes));
  self_of(self).answers_.insert(self_of(self).answers_.end(), frame.begin(), frame.end());
  return static_cast<ssize_t>(bytes);
}

}  // namespace spectrumd
