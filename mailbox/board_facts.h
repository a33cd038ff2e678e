// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "mailbox/address.h"

namespace mailbox {

enum class Soc : std::uint8_t { Bcm2835, Bcm2836, Bcm2837 };

// How a block of GPU memory is cached, which also determines the alias of its bus address (reference 9.4).
enum class MemoryFlags : std::uint32_t {
  Direct = 0x4,
  L1NonAllocating = 0xC,
  Zero = 1 << 4,
  NoInit = 1 << 5,
};
constexpr MemoryFlags operator|(MemoryFlags a, MemoryFlags b) {
  return MemoryFlags{static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b)};
}

// The facts about a board that its revision code encodes. Immutable; any thread.
struct BoardFacts {
  std::string model;  // "Raspberry Pi 3B+"
  Soc soc = Soc::Bcm2835;
  std::uint32_t memory_megabytes = 0;  // 0: an old code without this field
  PhysicalAddress peripherals;
  PhysicalAddress v3d;
  MemoryFlags memory_flags = MemoryFlags::Direct;  // with these, ARM and QPUs see the same bytes
};

// Throws MailboxError for boards without VideoCore IV (Pi 4, 5 and relatives, named) and for invalid codes.
BoardFacts board_facts(std::uint32_t revision);

}  // namespace mailbox
