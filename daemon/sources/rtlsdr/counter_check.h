// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace spectrumd {

// In test mode an RTL2832 counts instead of sampling: each byte is one more than the one before. A jump gives the
// number of bytes lost, modulo 256: losses of multiples of 256 cannot be detected.
class CounterCheck {
 public:
  void take(std::span<const std::byte> bytes);
  std::uint64_t lost_bytes() const { return lost_; }

 private:
  std::optional<std::uint8_t> next_;
  std::uint64_t lost_ = 0;
};

}  // namespace spectrumd
