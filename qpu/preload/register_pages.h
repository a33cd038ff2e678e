// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace qpu::preload {

// Where this process has mapped V3D's page of registers, possibly several times. The pages are inaccessible:
// each access traps. May be called in signal handlers.
class RegisterPages {
 public:
  static bool add(std::uintptr_t address);  // false: too many
  static void remove(std::uintptr_t start, std::size_t bytes);
  // The start of the page that contains an address, or 0.
  static std::uintptr_t containing(std::uintptr_t address);
};

std::size_t page_bytes();

}  // namespace qpu::preload
