// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace spectrumd {

// A block of memory mapped twice in a row, so that a stretch that wraps around the end of a ring is contiguous: the
// byte at data()[i] is also the one at data()[i + size()].
class MirroredMemory {
 public:
  explicit MirroredMemory(std::size_t least_bytes);  // rounded up to whole pages; throws std::system_error
  ~MirroredMemory();
  MirroredMemory(const MirroredMemory&) = delete;
  MirroredMemory& operator=(const MirroredMemory&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::byte* data_;
};

}  // namespace spectrumd
