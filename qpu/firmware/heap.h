// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "qpu/emulator/sdram.h"

namespace qpu {

// The firmware's memory for programs: blocks with handles, which get an address when they are locked. They outlive the
// process that allocated them.
class Heap {
 public:
  // Allocates from `first` on, which must lie in the memory. The memory must outlive the heap.
  Heap(Sdram& memory, std::uint32_t first, std::uint32_t bytes) : memory_(memory), first_(first), bytes_(bytes) {}

  std::uint32_t allocate(std::uint32_t bytes, std::uint32_t alignment, std::uint32_t flags);  // handle; 0: failed
  std::uint32_t lock(std::uint32_t handle);  // bus address; 0: unknown handle
  bool unlock(std::uint32_t handle);
  bool release(std::uint32_t handle);

  std::size_t pieces() const { return pieces_.size(); }

 private:
  struct Piece {
    std::uint32_t address;  // physical
    std::uint32_t bytes;
    std::uint32_t flags;
    int locks = 0;
  };
  std::uint32_t place_for(std::uint32_t bytes, std::uint32_t alignment) const;
  void fill(const Piece& piece);

  Sdram& memory_;
  std::uint32_t first_;
  std::uint32_t bytes_;
  std::uint32_t last_handle_ = 0;
  std::map<std::uint32_t, Piece> pieces_;
};

}  // namespace qpu
