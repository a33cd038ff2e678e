// SPDX-License-Identifier: MIT
#include "tests/gpufft/counted_new.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<std::size_t> count = 0, damaged = 0;

constexpr unsigned char kMark = 0xa5;
constexpr std::size_t kMargin = 64;  // before and after: the first margin begins with the size
constexpr auto kMarks = [] {
  std::array<unsigned char, kMargin> marks{};
  marks.fill(kMark);
  return marks;
}();

// As the first margin is that large, what follows it is aligned.
std::size_t before(std::size_t alignment) { return std::max(alignment, kMargin); }

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  ++count;
  const std::size_t all = before(alignment) + bytes + kMargin;
  auto* const start =
      static_cast<unsigned char*>(std::aligned_alloc(alignment, (all + alignment - 1) / alignment * alignment));
  if (start == nullptr) return nullptr;
  unsigned char* const memory = start + before(alignment);
  std::memcpy(memory - kMargin, &bytes, sizeof bytes);
  std::memset(memory - kMargin + sizeof bytes, kMark, kMargin - sizeof bytes);
  std::memset(memory + bytes, kMark, kMargin);
  return memory;
}

void release(void* memory, std::size_t alignment) noexcept {
  if (memory == nullptr) return;
  auto* const start = static_cast<unsigned char*>(memory);
  std::size_t bytes = 0;
  std::memcpy(&bytes, start - kMargin, sizeof bytes);
  if (std::memcmp(start - kMargin + sizeof bytes, kMarks.data(), kMargin - sizeof bytes) != 0 ||
      std::memcmp(start + bytes, kMarks.data(), kMargin) != 0) {
    ++damaged;
    std::fprintf(stderr, "%zu bytes of memory were written past their ends\n", bytes);
  }
  std::free(start - before(alignment));
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* const memory = allocate(bytes, alignment)) return memory;
  throw std::bad_alloc();
}

constexpr std::size_t kPlain = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

std::size_t allocations() { return count; }
std::size_t damaged_allocations() { return damaged; }

// All other forms of new and delete end up in these. In a separate file: the compiler must not inline them
// where they are used, or it finds memory that comes from new and goes to free.
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, kPlain); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, kPlain); }
void operator delete(void* memory) noexcept { release(memory, kPlain); }
void operator delete(void* memory, std::size_t) noexcept { release(memory, kPlain); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  release(memory, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
  release(memory, static_cast<std::size_t>(alignment));
}
