// SPDX-License-Identifier: MIT
#pragma once

#include <wslay/wslay.h>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/sources/tcp_connection.h"

namespace spectrumd {

// The client side of a WebSocket (RFC 6455) for text messages; others are passed over. Its calls throw DeviceError or
// RigLost. One thread.
class TextSocket {
 public:
  using Hear = std::function<void(std::string_view)>;

  // Connects, and agrees on the protocol, within the limit for each.
  TextSocket(const HostPort& server, std::chrono::milliseconds limit, Hear hear);
  TextSocket(const TextSocket&) = delete;
  TextSocket& operator=(const TextSocket&) = delete;

  // Waits for so long at most, and hears what has arrived. True if anything has, be it a pong.
  bool listen(std::chrono::milliseconds limit);
  void send(std::string_view text);
  void ping();

 private:
  struct FreeContext {
    void operator()(wslay_event_context* context) const { wslay_event_context_free(context); }
  };

  static ssize_t on_receive(wslay_event_context*, std::uint8_t* buffer, std::size_t bytes, int flags, void* self);
  static ssize_t on_send(wslay_event_context*, const std::uint8_t* data, std::size_t bytes, int flags, void* self);
  static int on_mask(wslay_event_context*, std::uint8_t* mask, std::size_t bytes, void* self);
  static void on_message(wslay_event_context*, const wslay_event_on_msg_recv_arg* message, void* self);

  void shake_hands(const HostPort& server, std::chrono::milliseconds limit);
  std::string answer_head(std::chrono::milliseconds limit);
  void queue(std::uint8_t opcode, std::string_view payload);
  void write();

  TcpConnection connection_;
  const Hear hear_;
  std::string first_bytes_;     // behind the handshake
  bool received_ = false;       // in this listen()
  bool closed_ = false;         // by the server
  std::exception_ptr failure_;  // carried across the C code
  std::unique_ptr<wslay_event_context, FreeContext> context_;
};

}  // namespace spectrumd
