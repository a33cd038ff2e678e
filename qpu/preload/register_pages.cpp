// SPDX-License-Identifier: MIT
#include "qpu/preload/register_pages.h"

#include <unistd.h>

#include <array>
#include <atomic>

namespace qpu::preload {

namespace {

std::array<std::atomic<std::uintptr_t>, 256> pages;  // 0: free

}  // namespace

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

bool RegisterPages::add(std::uintptr_t address) {
  for (auto& page : pages)
    if (std::uintptr_t free = 0; page.compare_exchange_strong(free, address)) return true;
  return false;
}

void RegisterPages::remove(std::uintptr_t start, std::size_t bytes) {
  for (auto& page : pages)
    if (const std::uintptr_t address = page.load(); address != 0 && address - start < bytes) page.store(0);
}

std::uintptr_t RegisterPages::containing(std::uintptr_t address) {
  for (const auto& page : pages)
    if (const std::uintptr_t start = page.load(); start != 0 && address - start < page_bytes()) return start;
  return 0;
}

}  // namespace qpu::preload
