// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace spectrumd {

// Opcodes of RFC 6455, 5.2.
enum Opcode : unsigned { kContinuation = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

// How a frame is to be wrong, or unusual.
struct FrameOptions {
  bool fin = true;
  unsigned rsv = 0;
  bool masked = true;
};
inline constexpr FrameOptions kNotFinal{.fin = false};

inline constexpr std::string_view kMask = "\x12\xAB\x34\xCD";

// With the mask, where there is one.
inline std::string frame_header(unsigned opcode, std::uint64_t size, const FrameOptions& options = {}) {
  std::string bytes{static_cast<char>((options.fin ? 0x80U : 0U) | options.rsv << 4 | opcode)};
  const int width = size < 126 ? 0 : size < 65536 ? 2 : 8;
  const std::uint64_t first = width == 0 ? size : width == 2 ? 126 : 127;
  bytes += static_cast<char>((options.masked ? 0x80U : 0U) | first);
  for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) bytes += static_cast<char>(size >> shift);
  return options.masked ? bytes.append(kMask) : bytes;
}

inline std::string frame(unsigned opcode, std::string_view payload, const FrameOptions& options = {}) {
  std::string bytes = frame_header(opcode, payload.size(), options);
  if (!options.masked) return bytes.append(payload);
  for (std::size_t i = 0; i < payload.size(); ++i) bytes += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return bytes;
}

inline std::string close_payload(unsigned code, std::string_view reason = "") {
  return std::string{static_cast<char>(code >> 8), static_cast<char>(code)}.append(reason);
}

// What a server sent.
struct ServerFrame {
  unsigned first_byte = 0;
  std::string payload;

  unsigned opcode() const { return first_byte & 0xF; }
  unsigned close_code() const {
    return payload.size() < 2 ? 0
                              : static_cast<std::uint8_t>(payload[0]) * 256U + static_cast<std::uint8_t>(payload[1]);
  }
};

// Takes the first whole frame off `bytes`, if there is one. Throws nothing: a masked frame has an impossible opcode.
inline std::optional<ServerFrame> take_frame(std::string& bytes) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  if (bytes.size() < 2) return std::nullopt;
  const std::size_t width = at(1) < 126 ? 0 : at(1) == 126 ? 2 : 8;
  if (bytes.size() < 2 + width) return std::nullopt;
  std::uint64_t size = width == 0 ? at(1) : 0;
  for (std::size_t i = 0; i < width; ++i) size = size << 8 | at(2 + i);
  if (bytes.size() < 2 + width + size) return std::nullopt;
  ServerFrame frame{at(0), bytes.substr(2 + width, size)};
  bytes.erase(0, 2 + width + size);
  return frame;
}

// The client's end of a WebSocket whose handshake is done. Owns its socket.
class WebSocketTestClient {
 public:
  explicit WebSocketTestClient(int fd, std::string first_bytes = "") : fd_(fd), bytes_(std::move(first_bytes)) {}
  WebSocketTestClient(WebSocketTestClient&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), bytes_(std::move(other.bytes_)) {}
  WebSocketTestClient& operator=(WebSocketTestClient&&) = delete;
  ~WebSocketTestClient() { hang_up(); }

  void hang_up() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

  // False when the server has gone.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  bool say(const nlohmann::json& message) const { return send(frame(kText, message.dump())); }

  // The next frame; nothing after `timeout` or at the end of the connection.
  std::optional<ServerFrame> next(std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    for (;;) {
      if (auto frame = take_frame(bytes_)) return frame;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      if (ended_ || !receive(std::max(left, std::chrono::milliseconds(0)))) return std::nullopt;
    }
  }

  bool ended() const { return ended_; }  // the server has closed its side, and all of it was read

  // The next text message of a type, as JSON; other frames on the way are skipped.
  std::optional<nlohmann::json> next_message(std::string_view type) {
    while (const auto frame = next()) {
      if (frame->opcode() != kText) continue;
      auto message = nlohmann::json::parse(frame->payload);
      if (message.at("type") == type) return message;
    }
    return std::nullopt;
  }

  std::optional<ServerFrame> next_of(unsigned opcode, std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
    while (auto frame = next(timeout))
      if (frame->opcode() == opcode) return frame;
    return std::nullopt;
  }

 private:
  bool receive(std::chrono::milliseconds timeout) {
    pollfd poller{fd_, POLLIN, 0};
    if (poll(&poller, 1, static_cast<int>(timeout.count())) <= 0) return false;
    char buffer[65536];
    const ssize_t received = recv(fd_, buffer, sizeof buffer, 0);
    ended_ = received <= 0;
    if (received > 0) bytes_.append(buffer, static_cast<std::size_t>(received));
    return true;
  }

  int fd_;
  std::string bytes_;
  bool ended_ = false;
};

}  // namespace spectrumd
