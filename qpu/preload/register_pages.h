// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace qpu::preload {

// Where in this process V3D's page of registers is mapped, which may be more than once. Nothing can be touched there:
// each access traps. May be asked in signal handlers.
class RegisterPages {
 public:
  static bool add(std::uintptr_t address);  // false: too many
  static void remove(std::uintptr_t start, std::size_t bytes);
  // Where the page begins that an address lies in, or 0.
  static std::uintptr_t containing(std::uintptr_t address);
};

std::size_t page_bytes();

}  // namespace qpu::preload
