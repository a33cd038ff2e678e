// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace mailbox {

// An address as the VideoCore and its QPUs see it: the top two bits choose the alias, that is the caches in between
// (reference 9.4).
struct BusAddress {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(BusAddress, BusAddress) = default;
};

// An address as the ARM sees it; the offset in /dev/mem.
struct PhysicalAddress {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(PhysicalAddress, PhysicalAddress) = default;
};

inline constexpr std::uint32_t kAliasMask = 0xC000'0000;

constexpr BusAddress operator+(BusAddress address, std::uint32_t bytes) { return {address.value + bytes}; }

// The mask is essential: an unmasked bus address passed to /dev/mem has hung whole boards.
constexpr PhysicalAddress physical(BusAddress address) { return {address.value & ~kAliasMask}; }

}  // namespace mailbox
