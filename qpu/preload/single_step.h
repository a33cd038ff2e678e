// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace qpu::preload {

// For instructions other than plain loads and stores (x86-64: test, or, rep movs, vector moves …): the page is filled
// with the registers' values and opened for one instruction, and its changes are written to the registers.
// Another thread that touches the page at that moment finds it open; plain loads and stores, nearly all accesses, never
// use this path.
class SingleStep {
 public:
  // Called in the handler of the trap at `offset` of the page. False: not supported on this processor.
  static bool begin(std::uintptr_t page, std::uint32_t offset, void* context);
  // Called in the handler of the trap after the instruction. False: no step was begun.
  static bool end(void* context);
};

}  // namespace qpu::preload
