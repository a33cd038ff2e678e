// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "mailbox/descriptor.h"
#include "qpu/firmware/heap.h"
#include "qpu/firmware/shared_memory.h"

namespace qpu {

// Buffers in the ARM's memory that its kernel shares with the GPU (/dev/vcsm-cma, Linux 4.19 and later). A buffer is a
// file that programs map. It is there until no process has that open or mapped, by whatever descriptor.
class SharedBuffers {
 public:
  struct Buffer {
    std::uint32_t handle, bus_address;
    mailbox::Descriptor file;  // the first reference
  };

  // In the part of the memory from `first` on, which must be mapped. Both must outlive this.
  SharedBuffers(const SharedMemory& memory, Sdram& sdram, std::uint32_t first, std::uint32_t bytes);

  // Zeroed. nullopt: no room. Throws std::system_error without memory or descriptors of the host.
  std::optional<Buffer> allocate(std::uint32_t bytes);

 private:
  void remove_unused();
  void map(int file, std::uint32_t offset, std::uint32_t address, std::uint32_t bytes) const;

  const SharedMemory& memory_;
  Sdram& sdram_;
  Heap heap_;
  struct Kept {
    mailbox::Descriptor file;
    std::uint32_t address, bytes;
  };
  std::map<std::uint32_t, Kept> kept_;  // by their handles
};

}  // namespace qpu
