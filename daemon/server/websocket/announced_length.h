// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace spectrumd {

// Parses the frames of a client (RFC 6455, 5.2) just enough to know the length of a message as soon as its header
// announces it.
class AnnouncedLength {
 public:
  explicit AnnouncedLength(std::uint64_t most) : most_(most) {}

  void pass(std::span<const std::byte> bytes);  // the next bytes, in pieces of any size
  bool is_too_long() const { return is_too_long_; }

 private:
  static constexpr std::size_t kShortestHeader = 2;

  void pass_header_byte(std::uint8_t byte);
  void pass_short_length(std::uint8_t byte);
  void check_length();
  void end_header();
  bool is_control() const;

  std::uint64_t most_;
  bool is_too_long_ = false;
  std::size_t header_at_ = 0;                   // bytes of the header seen
  std::size_t header_bytes_ = kShortestHeader;  // known length of the header
  std::size_t length_bytes_ = 0;                // of the extended length
  std::uint8_t first_byte_ = 0;
  std::uint64_t frame_bytes_ = 0;  // of its payload
  std::uint64_t payload_left_ = 0;
  std::uint64_t message_bytes_ = 0;  // in all fragments so far
};

}  // namespace spectrumd
