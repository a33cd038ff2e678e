// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace qpu::preload {

// For instructions that are no plain loads or stores (x86-64: test, or, rep movs, vector moves …): the page is filled
// with what the registers hold and opened for one instruction, and what that left there is written to the registers.
// Another thread that touches the page just then sees it open; plain loads and stores, nearly all there are, never take
// this way.
class SingleStep {
 public:
  // In the handler of the trap at `offset` of the page. False: this processor cannot.
  static bool begin(std::uintptr_t page, std::uint32_t offset, void* context);
  // In the handler of the trap after the instruction. False: none was begun here.
  static bool end(void* context);
};

}  // namespace qpu::preload
