// SPDX-License-Identifier: MIT
#include "daemon/pipeline/mirrored_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace spectrumd {

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {
    if (fd_ < 0) fail("memory for samples");
  }
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

MirroredMemory::MirroredMemory(std::size_t least_bytes) : size_(whole_pages(least_bytes)), data_(nullptr) {
  const Descriptor file(memfd_create("spectrumd-samples", MFD_CLOEXEC));
  if (ftruncate(file.get(), static_cast<off_t>(size_)) != 0)
    fail(errno == EFBIG ? "memory for samples, which counts as a file: raise its largest size, ulimit -f"
                        : "memory for samples");
  void* both = mmap(nullptr, 2 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED) fail("address space for samples");
  data_ = static_cast<std::byte*>(both);
  for (std::byte* half : {data_, data_ + size_})
    if (mmap(half, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.get(), 0) == MAP_FAILED) {
      const int reason = errno;
      munmap(data_, 2 * size_);
      errno = reason;
      fail("memory for samples");
    }
}

MirroredMemory::~MirroredMemory() { munmap(data_, 2 * size_); }

}  // namespace spectrumd
