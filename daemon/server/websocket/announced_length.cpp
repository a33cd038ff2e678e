// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/announced_length.h"

#include <algorithm>

namespace spectrumd {

namespace {
constexpr std::uint8_t kFinal = 0x80, kControl = 0x08;  // in the first byte
constexpr std::uint8_t kMasked = 0x80;                  // in the second
constexpr std::size_t kMaskBytes = 4;
}  // namespace

void AnnouncedLength::pass(std::span<const std::byte> bytes) {
  while (!bytes.empty() && !is_too_long_) {
    if (payload_left_ == 0) {
      pass_header_byte(std::to_integer<std::uint8_t>(bytes.front()));
      bytes = bytes.subspan(1);
    } else {
      const auto skipped = std::min<std::uint64_t>(payload_left_, bytes.size());
      payload_left_ -= skipped;
      bytes = bytes.subspan(static_cast<std::size_t>(skipped));
    }
  }
}

void AnnouncedLength::pass_header_byte(std::uint8_t byte) {
  const std::size_t at = header_at_++;
  if (at == 0)
    first_byte_ = byte;
  else if (at == 1)
    pass_short_length(byte);
  else if (at < 2 + length_bytes_)
    frame_bytes_ = frame_bytes_ << 8 | byte;
  if (header_at_ == 2 + length_bytes_) check_length();
  if (header_at_ == header_bytes_) end_header();
}

void AnnouncedLength::pass_short_length(std::uint8_t byte) {
  const std::uint8_t length = byte & ~kMasked;
  length_bytes_ = length < 126 ? 0 : length == 126 ? 2 : 8;
  header_bytes_ = 2 + length_bytes_ + (byte & kMasked ? kMaskBytes : 0);
  frame_bytes_ = length_bytes_ == 0 ? length : 0;
}

// A control frame may come between the fragments of a message, and has 125 bytes at most, which wslay checks.
void AnnouncedLength::check_length() {
  if (!is_control()) is_too_long_ = frame_bytes_ > most_ - message_bytes_;
}

void AnnouncedLength::end_header() {
  payload_left_ = frame_bytes_;
  if (!is_control()) message_bytes_ = first_byte_ & kFinal ? 0 : message_bytes_ + frame_bytes_;
  header_at_ = 0;
  length_bytes_ = 0;
  header_bytes_ = kShortestHeader;
}

bool AnnouncedLength::is_control() const { return first_byte_ & kControl; }

}  // namespace spectrumd
