// SPDX-License-Identifier: MIT
#include "mailbox/linux_board.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "mailbox/error.h"
#include "mailbox/linux_errors.h"
#include "mailbox/mailbox.h"

namespace mailbox {

namespace {

// By the macro and with a pointer, whose size is part of the number: it differs between 32 and 64 bits.
constexpr unsigned long kPropertyCall = _IOWR(100, 0, char*);

Descriptor open_vcio(const std::filesystem::path& node) {
  Descriptor vcio(open(node.c_str(), O_RDONLY | O_CLOEXEC));
  if (vcio.get() < 0) throw MailboxError(cannot_open_vcio(node, errno));
  return vcio;
}

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void unmap(std::span<std::byte> bytes) noexcept {
  const std::size_t before = reinterpret_cast<std::uintptr_t>(bytes.data()) % page_bytes();
  munmap(bytes.data() - before, bytes.size() + before);
}

}  // namespace

LinuxBoard::LinuxBoard(LinuxNodes nodes) : nodes_(std::move(nodes)), vcio_(open_vcio(nodes_.vcio)) {}

void LinuxBoard::call(std::span<std::uint32_t> message) {
  if (ioctl(vcio_.get(), kPropertyCall, message.data()) < 0) throw MailboxError(cannot_call(nodes_.vcio, errno));
}

int LinuxBoard::memory() {
  if (!memory_) {
    Descriptor opened(open(nodes_.memory.c_str(), O_RDWR | O_SYNC | O_CLOEXEC));
    if (opened.get() < 0) throw MailboxError(cannot_open_memory(nodes_.memory, errno));
    memory_ = std::move(opened);
  }
  return memory_->get();
}

Mapping LinuxBoard::map(PhysicalAddress address, std::size_t bytes) {
  const std::size_t before = address.value % page_bytes();
  void* start = mmap(nullptr, bytes + before, PROT_READ | PROT_WRITE, MAP_SHARED, memory(),
                     static_cast<off_t>(address.value - before));
  if (start == MAP_FAILED) throw MailboxError(cannot_map_memory(nodes_.memory, errno));
  return {{static_cast<std::byte*>(start) + before, bytes}, unmap};
}

volatile std::uint32_t& LinuxBoard::at(Register which) {
  if (!registers_) registers_ = map(Mailbox(*this).facts().v3d, kV3dPageBytes);
  return registers_->words()[static_cast<std::uint32_t>(which) / sizeof(std::uint32_t)];
}

std::uint32_t LinuxBoard::read(Register which) { return at(which); }
void LinuxBoard::write(Register which, std::uint32_t value) { at(which) = value; }

}  // namespace mailbox
