// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace spectrumd {

// In its test mode an RTL2832 counts instead of sampling: each byte is one more than the one before. A jump says how
// many bytes were lost there, modulo 256: what is lost in multiples of that cannot be seen.
class CounterCheck {
 public:
  void take(std::span<const std::byte> bytes);
  std::uint64_t lost_bytes() const { return lost_; }

 private:
  std::optional<std::uint8_t> next_;
  std::uint64_t lost_ = 0;
};

}  // namespace spectrumd
