// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace gpufft::program {

// Bytes between two inaccessible pages: an access before the first or after the last byte crashes the program. The
// bytes end at the later page or begin at the earlier one, as they seldom fill whole pages.
class GuardedMemory {
 public:
  enum class Side { Begins, Ends };
  GuardedMemory(std::size_t bytes, Side side);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::size_t size_;
  std::byte* start_;
  std::span<std::byte> bytes_;
};

}  // namespace gpufft::program
