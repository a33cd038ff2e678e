// SPDX-License-Identifier: MIT
#include "qpu/firmware/shared_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace qpu {

namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "memory of the emulated board"); }

}  // namespace

SharedMemory::SharedMemory(std::uint32_t first, std::size_t bytes) : file_(memfd_create("qpu-board", MFD_CLOEXEC)) {
  if (file_.get() < 0 || ftruncate(file_.get(), kBytes) != 0) fail();
  void* start =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), static_cast<off_t>(first));
  if (start == MAP_FAILED) fail();
  mapped_ = {static_cast<std::byte*>(start), bytes};
}

SharedMemory::~SharedMemory() { munmap(mapped_.data(), mapped_.size()); }

}  // namespace qpu
