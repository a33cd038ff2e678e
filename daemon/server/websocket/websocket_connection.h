// SPDX-License-Identifier: MIT
#pragma once

#include <wslay/wslay.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/server/websocket/announced_length.h"
#include "daemon/server/websocket/outbox.h"

namespace spectrumd {

// The server side of one WebSocket: reads and checks the frames of the client (wslay), answers pings and closes, writes
// its outbox, and detects the end. It does not own the socket. One thread; nothing blocks.
class WebSocketConnection {
 public:
  using Clock = std::chrono::steady_clock;
  using TextHandler = std::function<void(std::string_view)>;

  // `first_bytes` arrived after the handshake and are read before the socket. `inflates`: permessage-deflate has been
  // negotiated, so that messages of the client may be compressed, each by itself.
  WebSocketConnection(int fd, std::span<const std::byte> first_bytes, bool inflates = false);
  WebSocketConnection(const WebSocketConnection&) = delete;
  WebSocketConnection& operator=(const WebSocketConnection&) = delete;

  // Reads a few KiB at a time, so that no client holds up others, and passes on complete text messages.
  void read(const TextHandler& on_text);
  void write();

  // Closes it cleanly: drops what has not begun to be sent, then sends the close frame and allows a second to read it.
  void close(std::uint16_t code, std::string_view reason);
  void abandon() { state_ = State::Over; }

  // Closes a client that has received nothing for `limit` while something was waiting, or that has sent nothing for 90
  // s, not even a pong; gives up one whose closing time is over. Must be called several times a second.
  void check_time(std::chrono::milliseconds limit, Clock::time_point now = Clock::now());

  Outbox& outbox() { return outbox_; }
  int fd() const { return fd_; }
  bool open() const { return state_ == State::Open; }
  bool over() const { return state_ == State::Over; }
  bool wants_read() const;

  // For epoll: what it is to report, nullopt: as at the last call; and what it has reported.
  std::optional<std::uint32_t> changed_interest();
  void react(std::uint32_t events, const std::function<void()>& read);

 private:
  // Closing: a close frame ends the outbox. Drained: it is sent, and further input is discarded, because closing a
  // socket with unread data would discard the close frame too. Over: the owner may release the socket.
  enum class State { Open, Closing, Drained, Over };

  struct ContextDeleter {
    void operator()(wslay_event_context* context) const { wslay_event_context_free(context); }
  };

  static ssize_t on_receive(wslay_event_context*, std::uint8_t* buffer, std::size_t bytes, int flags, void* self);
  static ssize_t on_send(wslay_event_context*, const std::uint8_t* data, std::size_t bytes, int flags, void* self);
  static void on_frame(wslay_event_context*, const wslay_event_on_frame_recv_start_arg* frame, void* self);
  static void on_message(wslay_event_context*, const wslay_event_on_msg_recv_arg* message, void* self);

  ssize_t receive(std::span<std::byte> buffer);
  void check_frame(const wslay_event_on_frame_recv_start_arg& frame);
  bool too_many_control_frames();
  void refuse(std::uint16_t code, std::string_view reason);
  void pass_on(const wslay_event_on_msg_recv_arg& message);
  void pass_on_inflated(std::span<const std::byte> payload);
  void move_answers();
  void begin_goodbye();
  void drain();
  void check_silence(Clock::time_point now);

  int fd_;
  std::vector<std::byte> first_bytes_;
  State state_ = State::Open;
  Outbox outbox_;
  std::optional<std::uint32_t> interest_;  // what epoll reports
  std::unique_ptr<wslay_event_context, ContextDeleter> context_;
  std::vector<std::byte> answers_;        // pongs and closes of wslay
  const TextHandler* on_text_ = nullptr;  // during read() only
  std::exception_ptr failure_;            // from on_text_, carried across the C code
  bool may_receive_ = false;              // set once per read()
  AnnouncedLength announced_;
  bool refused_ = false;            // our close frame is in the outbox; nothing from wslay may follow
  bool ended_ = false;              // the client disconnected without a close frame
  std::size_t fragments_ = 0;       // of the message being received
  std::size_t control_frames_ = 0;  // in the second that began at
  Clock::time_point control_second_;
  Clock::time_point progress_;  // when the socket last accepted data, or nothing was waiting
  std::uint64_t written_before_ = 0;
  Clock::time_point heard_;    // when the client last sent something
  Clock::time_point pinged_;   // when it was last pinged
  Clock::time_point goodbye_;  // when Closing began
};

}  // namespace spectrumd
