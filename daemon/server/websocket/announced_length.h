// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace spectrumd {

// Follows the frames of a client (RFC 6455, 5.2), far enough to know how long its message is going to be as soon as a
// header says so.
class AnnouncedLength {
 public:
  explicit AnnouncedLength(std::uint64_t most) : most_(most) {}

  void pass(std::span<const std::byte> bytes);  // the next ones, in any pieces
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
  std::size_t header_at_ = 0;                   // bytes of the header that have passed
  std::size_t header_bytes_ = kShortestHeader;  // of the header, as far as it is known
  std::size_t length_bytes_ = 0;                // of the extended length
  std::uint8_t first_byte_ = 0;
  std::uint64_t frame_bytes_ = 0;  // of its payload
  std::uint64_t payload_left_ = 0;
  std::uint64_t message_bytes_ = 0;  // in all of its fragments so far
};

}  // namespace spectrumd
