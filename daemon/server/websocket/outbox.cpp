// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/outbox.h"

#include <sys/socket.h>
#include <wslay/wslay.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace spectrumd {

namespace {

constexpr std::size_t kFramesAtOnce = 16;  // in one system call

void put_big_endian(std::vector<std::byte>& bytes, std::uint64_t value, int width) {
  for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(value >> shift));
}

constexpr unsigned kCompressed = 0x40;  // RSV1 (RFC 7692, 6)

// The head of an unmasked, unfragmented frame (RFC 6455, 5.2).
std::vector<std::byte> frame_head(unsigned opcode, std::size_t payload_bytes) {
  std::vector<std::byte> head;
  head.reserve(10 + kRowHeaderBytes);
  head.push_back(static_cast<std::byte>(0x80 | opcode));
  if (payload_bytes < 126) {
    put_big_endian(head, payload_bytes, 1);
  } else if (payload_bytes <= UINT16_MAX) {
    put_big_endian(head, 126, 1);
    put_big_endian(head, payload_bytes, 2);
  } else {
    put_big_endian(head, 127, 1);
    put_big_endian(head, payload_bytes, 8);
  }
  return head;
}

// Hundredths of a decibel are noise: a fifth could be saved, for four times the work.
bool is_worth_compressing(std::span<const std::byte> row_header) { return bytes_per_level(row_header) == 1; }

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace

SharedBytes share(std::string_view text) {
  const auto bytes = bytes_of(text);
  return std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
}

void Outbox::compress(const DeflateTerms& terms) { deflater_ = std::make_unique<MessageDeflater>(terms); }

Outbox::Frame Outbox::compressed(unsigned opcode, std::span<const std::byte> first, std::span<const std::byte> second) {
  const std::vector<std::byte> payload = deflater_->deflate(first, second);
  Frame frame{.head = frame_head(opcode | kCompressed, payload.size()), .body = {}};
  frame.head.insert(frame.head.end(), payload.begin(), payload.end());
  return frame;
}

void Outbox::add_text(const SharedBytes& text) {
  if (deflater_) return frames_.push_back(compressed(WSLAY_TEXT_FRAME, *text));
  frames_.push_back({.head = frame_head(WSLAY_TEXT_FRAME, text->size()), .body = text});
}

void Outbox::add_row(const SharedBytes& encoded, std::size_t skipped) {
  std::vector<std::byte> header(encoded->begin(), encoded->begin() + kRowHeaderBytes);
  set_skipped(header, skipped);
  if (deflater_ && is_worth_compressing(header)) {
    const auto levels = std::span(*encoded).subspan(kRowHeaderBytes);
    return frames_.push_back(compressed(WSLAY_BINARY_FRAME, header, levels));
  }
  Frame frame{.head = frame_head(WSLAY_BINARY_FRAME, encoded->size()), .body = encoded, .body_begin = kRowHeaderBytes};
  frame.head.insert(frame.head.end(), header.begin(), header.end());
  frames_.push_back(std::move(frame));
}

void Outbox::add_binary(const SharedBytes& message) {
  frames_.push_back({.head = frame_head(WSLAY_BINARY_FRAME, message->size()), .body = message});
}

void Outbox::add_ping() { frames_.push_back({.head = frame_head(WSLAY_PING, 0), .body = {}}); }

void Outbox::add_close(std::uint16_t code, std::string_view reason) {
  Frame frame{.head = frame_head(WSLAY_CONNECTION_CLOSE, 2 + reason.size()), .body = {}};
  put_big_endian(frame.head, code, 2);
  const auto text = bytes_of(reason);
  frame.head.insert(frame.head.end(), text.begin(), text.end());
  frames_.push_back(std::move(frame));
}

void Outbox::add_bytes(std::span<const std::byte> frames) {
  frames_.push_back({.head = {frames.begin(), frames.end()}, .body = {}});
}

void Outbox::drop_unsent() { frames_.resize(front_written_ > 0 ? 1 : 0); }

std::size_t Outbox::gather(std::span<iovec> pieces) const {
  std::size_t count = 0;
  std::size_t skip = front_written_;
  const auto add = [&](std::span<const std::byte> bytes) {
    const auto rest = bytes.subspan(std::min(skip, bytes.size()));
    skip -= bytes.size() - rest.size();
    // sendmsg only reads, but iovec knows no const.
    if (!rest.empty()) pieces[count++] = {const_cast<std::byte*>(rest.data()), rest.size()};
  };
  for (std::size_t i = 0; i < std::min(frames_.size(), pieces.size() / 2); ++i) {
    add(frames_[i].head);
    if (frames_[i].body) add(std::span(*frames_[i].body).subspan(frames_[i].body_begin));
  }
  return count;
}

Outbox::Flush Outbox::flush(int fd) {
  while (!frames_.empty()) {
    std::array<iovec, 2 * kFramesAtOnce> pieces;
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = gather(pieces);
    const ssize_t result = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? Flush::Full : Flush::Broken;
    written(static_cast<std::size_t>(result));
  }
  return Flush::Done;
}

void Outbox::written(std::size_t bytes) {
  bytes_written_ += bytes;
  front_written_ += bytes;
  while (!frames_.empty() && front_written_ >= frames_.front().bytes()) {
    front_written_ -= frames_.front().bytes();
    frames_.pop_front();
  }
}

}  // namespace spectrumd
