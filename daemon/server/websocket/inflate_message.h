// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace spectrumd {

struct InflatedMessage {
  enum class Outcome : std::uint8_t { Done, TooLong, Invalid };
  Outcome outcome;
  std::string text;
};

// Decompresses a message that refers to no other (RFC 7692, 7.2.2), and stops where it exceeds `most` bytes: a few
// compressed ones can stand for a thousand times as many.
InflatedMessage inflate_message(std::span<const std::byte> payload, std::size_t most);

}  // namespace spectrumd
