// SPDX-License-Identifier: MIT
#include "qpu/firmware/shared_buffers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace qpu {

namespace {

constexpr std::uint32_t kPage = 4096;
constexpr std::uint32_t kDirect = 1 << 2, kUnfilled = 1 << 5;  // reference 9.4: past the caches; files are zero anyway

[[noreturn]] void fail_on_host() {
  throw std::system_error(errno, std::generic_category(), "buffer of the emulated board");
}

mailbox::Descriptor new_file(std::uint32_t bytes) {
  mailbox::Descriptor file(memfd_create("qpu-buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0 || ftruncate(file.get(), bytes) != 0) fail_on_host();
  return file;
}

// Opened once more, and locked, so that the board's own descriptor can be distinguished from all others: the lock ends
// with the last duplicate of that descriptor and the last mapping made by it.
mailbox::Descriptor reference_to(const mailbox::Descriptor& file) {
  mailbox::Descriptor opened(open(fmt::format("/proc/self/fd/{}", file.get()).c_str(), O_RDWR | O_CLOEXEC));
  if (opened.get() < 0 || flock(opened.get(), LOCK_SH) != 0) fail_on_host();
  return opened;
}

bool is_unused(const mailbox::Descriptor& file) {
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) return false;
  flock(file.get(), LOCK_UN);
  return true;
}

}  // namespace

SharedBuffers::SharedBuffers(const SharedMemory& memory, Sdram& sdram, std::uint32_t first, std::uint32_t bytes)
    : memory_(memory), sdram_(sdram), heap_(sdram, first, bytes) {}

// Where V3D finds the buffer, there is its file from now on.
void SharedBuffers::map(int file, std::uint32_t offset, std::uint32_t address, std::uint32_t bytes) const {
  if (mmap(sdram_.at(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, offset) ==
      MAP_FAILED)
    fail_on_host();
}

void SharedBuffers::remove_unused() {
  std::erase_if(kept_, [this](const auto& entry) {
    const auto& [handle, kept] = entry;
    if (!is_unused(kept.file)) return false;
    map(memory_.descriptor(), kept.address, kept.address, kept.bytes);
    return heap_.release(handle);
  });
}

std::optional<SharedBuffers::Buffer> SharedBuffers::allocate(std::uint32_t bytes) {
  remove_unused();
  const std::uint32_t handle = heap_.allocate(bytes, kPage, kDirect | kUnfilled);
  if (handle == 0) return std::nullopt;
  const std::uint32_t bus_address = heap_.lock(handle), size = (bytes + kPage - 1) / kPage * kPage;
  const auto [kept, fresh] = kept_.emplace(handle, Kept{new_file(size), Sdram::physical(bus_address), size});
  map(kept->second.file.get(), 0, kept->second.address, size);
  return Buffer{handle, bus_address, reference_to(kept->second.file)};
}

}  // namespace qpu
