// SPDX-License-Identifier: MIT
// Operations on open devices: property calls and mappings.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <span>

#include "qpu/preload/connection.h"
#include "qpu/preload/places.h"
#include "qpu/preload/real.h"
#include "qpu/preload/register_pages.h"

namespace qpu::preload {

namespace {

constexpr unsigned long kPropertyCall = _IOWR(100, 0, char*);

int fail(int error) {
  errno = error;
  return -1;
}

// The size of a pointer is part of the number (reference 9.1), and a kernel takes that of the other kind from no
// program.
void explain_number(std::uint32_t request) {
  constexpr std::uint32_t kOf32Bits = 0xc0046400, kOf64Bits = 0xc0086400;
  static bool explained = false;
  if (explained || (request != kOf32Bits && request != kOf64Bits)) return;
  explained = true;
  const char* const text =
      request == kOf32Bits
          ? "qpu emulate: /dev/vcio was called with 0xc0046400, the number of 32-bit programs; a 64-bit one has to use "
            "0xc0086400, that is _IOWR(100, 0, char *)\n"
          : "qpu emulate: /dev/vcio was called with 0xc0086400, the number of 64-bit programs; a 32-bit one has to use "
            "0xc0046400, that is _IOWR(100, 0, char *)\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

// Like the kernel's driver: any other number is unknown (reference 9.1).
int property_call(unsigned long request, void* argument) {
  if (static_cast<std::uint32_t>(request) != kPropertyCall) {
    explain_number(static_cast<std::uint32_t>(request));
    return fail(EINVAL);
  }
  if (!argument) return fail(EFAULT);
  auto* words = static_cast<std::uint32_t*>(argument);
  const std::uint32_t bytes = words[0];
  if (bytes < 3 * sizeof *words || bytes % sizeof *words != 0 || bytes > kMostWords * sizeof *words)
    return fail(EINVAL);
  const Reply reply = ask(Operation::PropertyCall, 0, 0, {words, bytes / sizeof *words});
  return reply.error == 0 ? 0 : fail(reply.error);
}

// The kernel's interface to memory that it shares with the GPU, of Linux 4.19 and later.
struct SharedAllocation {
  std::uint32_t bytes, count, cached, unused;
  char name[32];
  std::int32_t file;
  std::uint32_t handle;
  std::uint64_t bus_address;
};
constexpr unsigned kShare = _IOR('J', 0x5a, SharedAllocation);
constexpr unsigned kMaintainCaches = _IOR('J', 0x5c, std::uint64_t);  // followed by the ranges
constexpr unsigned kSynchronise = _IOW('b', 0, std::uint64_t);        // of any buffer that devices share

int share(SharedAllocation* wanted) {
  if (!wanted) return fail(EFAULT);
  if (wanted->bytes == 0) return fail(EINVAL);
  const auto [reply, file] = ask_for_descriptor(Operation::ShareMemory, wanted->bytes, {&wanted->handle, 1});
  if (reply.error != 0) return fail(reply.error);
  if (file < 0) return fail(EMFILE);
  wanted->file = file;
  wanted->bus_address = reply.value;
  return 0;
}

// Between the emulated ARM and its memory there are no caches to maintain.
int sharing_call(std::uint32_t request, void* argument) {
  if (request == kShare) return share(static_cast<SharedAllocation*>(argument));
  return request == kMaintainCaches ? 0 : fail(EINVAL);
}

bool synchronises_buffer(int fd, unsigned long request) {
  return session() && request == kSynchronise && fcntl(fd, F_GET_SEALS) >= 0;
}

void* refuse(int error) {
  errno = error;
  return MAP_FAILED;
}

// On a Pi 1 memory appears twice, once past the system's L2 (reference 9.4).
std::uint64_t behind_window(std::uint64_t physical) {
  const Facts& board = facts();
  if (board.direct_window == 0 || physical < board.peripherals + board.peripheral_bytes) return physical;
  return physical - board.direct_window;
}

void* map_memory(void* address, std::size_t length, int protection, int flags, int fd, off64_t offset) {
  if (const Reply reply = ask(Operation::MapMemory); reply.error != 0) return refuse(reply.error);
  const std::uint64_t first = behind_window(static_cast<std::uint64_t>(offset));
  if (first + length > facts().memory_bytes) return refuse(EINVAL);
  void* start = real().mmap(address, length, protection, flags, fd, static_cast<off64_t>(first));
  const std::uint64_t into = facts().v3d - first;  // wraps to something large if it lies before
  if (start == MAP_FAILED || into >= length) return start;
  char* page = static_cast<char*>(start) + into;
  if (mprotect(page, page_bytes(), PROT_NONE) == 0 && RegisterPages::add(reinterpret_cast<std::uintptr_t>(page)))
    return start;
  real().munmap(start, length);
  return refuse(ENOMEM);
}

void* map(void* address, std::size_t length, int protection, int flags, int fd, off64_t offset) {
  if (flags & MAP_FIXED) RegisterPages::remove(reinterpret_cast<std::uintptr_t>(address), length);
  if (flags & MAP_ANONYMOUS || device_of(fd) != Device::Memory)
    return real().mmap(address, length, protection, flags, fd, offset);
  return map_memory(address, length, protection, flags, fd, offset);
}

int control(int fd, unsigned long request, void* argument) {
  if (synchronises_buffer(fd, request)) return 0;
  switch (device_of(fd)) {
    case Device::Vcio:
      return property_call(request, argument);
    case Device::Sharing:
      return sharing_call(static_cast<std::uint32_t>(request), argument);
    case Device::Memory:
    case Device::None:
      break;
  }
  return real().ioctl(fd, request, argument);
}

}  // namespace

}  // namespace qpu::preload

using namespace qpu::preload;

extern "C" {

#define QPU_IOCTL(NAME)                              \
  int NAME(int fd, unsigned long request, ...) {     \
    va_list arguments;                               \
    va_start(arguments, request);                    \
    void* const argument = va_arg(arguments, void*); \
    va_end(arguments);                               \
    return control(fd, request, argument);           \
  }
QPU_IOCTL(ioctl)
#if __SIZEOF_POINTER__ == 4
int __ioctl_time64(int fd, unsigned long request, ...);
QPU_IOCTL(__ioctl_time64)  // the same, of 32-bit systems with 64-bit time
#endif
#undef QPU_IOCTL

// off_t of 32 bits counts up to 2 GiB, beyond all peripherals; programs that pass more have it wrapped.
void* mmap(void* address, size_t length, int protection, int flags, int fd, off_t offset) noexcept {
  return map(address, length, protection, flags, fd, static_cast<off64_t>(static_cast<unsigned long>(offset)));
}
void* mmap64(void* address, size_t length, int protection, int flags, int fd, off64_t offset) noexcept {
  return map(address, length, protection, flags, fd, offset);
}
int munmap(void* start, size_t length) noexcept {
  RegisterPages::remove(reinterpret_cast<std::uintptr_t>(start), length);
  return real().munmap(start, length);
}

}  // extern "C"
