// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/counter_check.h"

namespace spectrumd {
namespace {

// Written so that it becomes vector code: all bytes are compared, and jumps are rare.
bool counts_on(std::span<const std::byte> bytes, std::uint8_t first) {
  unsigned differences = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    differences |= static_cast<std::uint8_t>(bytes[i]) ^ static_cast<std::uint8_t>(first + i);
  return differences == 0;
}

}  // namespace

void CounterCheck::take(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  std::uint8_t expected = next_.value_or(static_cast<std::uint8_t>(bytes[0]));
  next_ = static_cast<std::uint8_t>(static_cast<std::uint8_t>(bytes.back()) + 1);
  if (counts_on(bytes, expected)) return;
  for (const std::byte byte : bytes) {
    const auto value = static_cast<std::uint8_t>(byte);
    lost_ += static_cast<std::uint8_t>(value - expected);
    expected = static_cast<std::uint8_t>(value + 1);
  }
}

}  // namespace spectrumd
