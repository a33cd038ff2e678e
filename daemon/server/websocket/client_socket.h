// SPDX-License-Identifier: MIT
#pragma once

#include <wslay/wslay.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/watch/notify/curl_handle.h"

namespace spectrumd {

// A WebSocket that cannot be opened, or has ended; the text begins with the name of the server.
struct SocketLost : std::runtime_error {
  SocketLost(const std::string& server, const std::string& why, int http_status = 0)
      : std::runtime_error(server + ": " + why), reason(why), status(http_status) {}
  std::string reason;  // without the name
  int status;          // that the server answered instead of switching; 0: none
};

// The client side of a WebSocket (RFC 6455), over a connection of libcurl. Its calls throw SocketLost. One thread.
class ClientSocket {
 public:
  struct Server {
    std::string url;                  // http or https
    std::vector<std::string> fields;  // of the request: "Authorization: Bearer TOKEN"
    std::chrono::milliseconds limit;  // to connect, and to agree on the protocol
  };
  struct Hear {
    std::function<void(std::string_view)> text;
    std::function<void(std::span<const std::byte>)> binary = [](std::span<const std::byte>) {};
  };

  ClientSocket(const Server& server, Hear hear, const std::stop_token& stop = {});
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

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

  void connect(const Server& server, const std::stop_token& stop);
  void shake_hands(const Server& server);
  std::string answer_head(std::chrono::milliseconds limit);
  bool hear_what_is_there();
  void pass_on(const wslay_event_on_msg_recv_arg& message);
  bool wait_for(short events, std::chrono::milliseconds limit) const;
  std::size_t receive(std::span<std::byte> bytes);  // 0: nothing is there
  void send_all(std::span<const std::byte> bytes);
  void queue(std::uint8_t opcode, std::string_view payload);
  void write();
  [[noreturn]] void lose(const std::string& reason, int status = 0) const;

  const CurlHandle curl_ = curl_handle();
  const Hear hear_;
  std::string name_;  // "host:port"
  std::string target_;
  int descriptor_ = -1;         // of curl_
  std::string first_bytes_;     // behind the handshake
  bool received_ = false;       // in this hear_what_is_there()
  std::exception_ptr failure_;  // carried across the C code
  std::unique_ptr<wslay_event_context, FreeContext> context_;
};

}  // namespace spectrumd
