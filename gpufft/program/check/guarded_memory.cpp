// SPDX-License-Identifier: MIT
#include "gpufft/program/check/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gpufft::program {

GuardedMemory::GuardedMemory(std::size_t bytes, Side side) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t inner = (bytes + page - 1) / page * page;
  size_ = inner + 2 * page;
  void* const mapped = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "memory between guards");
  start_ = static_cast<std::byte*>(mapped);
  if (inner > 0 && mprotect(start_ + page, inner, PROT_READ | PROT_WRITE) != 0)
    throw std::system_error(errno, std::generic_category(), "memory between guards");
  bytes_ = {start_ + page + (side == Side::Ends ? inner - bytes : 0), bytes};
}

GuardedMemory::~GuardedMemory() { munmap(start_, size_); }

}  // namespace gpufft::program
