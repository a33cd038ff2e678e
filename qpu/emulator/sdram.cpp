// SPDX-License-Identifier: MIT
#include "qpu/emulator/sdram.h"

#include <fmt/format.h>

#include <stdexcept>

namespace qpu {

Sdram::Sdram(std::size_t bytes, std::uint32_t first) : own_(bytes), memory_(own_), first_(first) {}

Sdram::Sdram(std::span<std::byte> memory, std::uint32_t first) : memory_(memory), first_(first) {}

std::span<std::byte> Sdram::bytes(std::uint32_t bus_address, std::size_t count) const {
  if (!contains(bus_address, count))
    throw std::out_of_range(
        fmt::format("{} bytes at bus address 0x{:08x}: the modelled SDRAM has 0x{:x} to 0x{:x}; "
                    "place them inside or make it larger",
                    count, bus_address, first_, first_ + memory_.size()));
  return memory_.subspan(offset_of(bus_address), count);
}

}  // namespace qpu
