// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mailbox/descriptor.h"

namespace qpu {

// The physical address space of a board as an anonymous file: processes that map the same offset share the
// same memory. Only pages that were written take up memory.
class SharedMemory {
 public:
  static constexpr std::uint32_t kBytes = 0x4000'0000;  // the range of 30-bit physical addresses

  // Maps the part [first, first + bytes) here. Throws std::system_error.
  SharedMemory(std::uint32_t first, std::size_t bytes);
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  int descriptor() const { return file_.get(); }
  std::span<std::byte> mapped() const { return mapped_; }

 private:
  mailbox::Descriptor file_;
  std::span<std::byte> mapped_;
};

}  // namespace qpu
