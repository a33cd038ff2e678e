// SPDX-License-Identifier: MIT
#include "mailbox/gpu_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "mailbox/error.h"

namespace mailbox {

namespace {

constexpr std::size_t kPage = 4096;

std::uint32_t allowed_size(Mailbox& mailbox, std::size_t bytes, double largest_share) {
  const std::uint32_t all = mailbox.video_core_memory().bytes;
  const std::size_t pages = (bytes + kPage - 1) / kPage * kPage;
  if (bytes == 0 || static_cast<double>(pages) > all * largest_share)
    throw MailboxError(
        fmt::format("GPU memory: {} bytes requested, expected 1 to {:.0f}, which is {:.0f} % of the {} MiB of "
                    "gpu_mem (larger blocks have made later firmware calls fail); raise "
                    "gpu_mem in config.txt or request less",
                    bytes, all * largest_share, largest_share * 100, all >> 20));
  return static_cast<std::uint32_t>(pages);
}

// A destructor cannot report a failure; the handle stays in the log for the next start.
template <typename Step>
void quietly(Step step) noexcept {
  try {
    step();
  } catch (const MailboxError&) {
  }
}

}  // namespace

GpuMemory::Note::~Note() {
  if (log && handle.value != 0) quietly([this] { log->remove(handle); });
}

void GpuMemory::Note::write(MemoryHandle which, BusAddress address, std::size_t bytes) {
  handle = which;
  if (log) log->add(which, address, static_cast<std::uint32_t>(bytes));
}

GpuMemory::Allocation::Allocation(Mailbox& owner, std::uint32_t bytes, std::uint32_t alignment, Note& note)
    : mailbox(owner), handle(owner.allocate(bytes, alignment, owner.facts().memory_flags | MemoryFlags::Zero)) {
  try {
    note.write(handle, {}, bytes);
  } catch (const MailboxError&) {
    quietly([this] { mailbox.release(handle); });
    throw;
  }
}

GpuMemory::Allocation::~Allocation() {
  quietly([this] { mailbox.release(handle); });
}

GpuMemory::Lock::Lock(const Allocation& allocation, std::size_t bytes, Note& note)
    : mailbox(allocation.mailbox), handle(allocation.handle), address(mailbox.lock(handle)) {
  try {
    note.write(handle, address, bytes);
  } catch (const MailboxError&) {
    quietly([this] { mailbox.unlock(handle); });
    throw;
  }
}

GpuMemory::Lock::~Lock() {
  quietly([this] { mailbox.unlock(handle); });
}

GpuMemory::GpuMemory(Mailbox& mailbox, std::size_t bytes, GpuMemoryOptions options)
    : note_(options.log),
      allocation_(mailbox, allowed_size(mailbox, bytes, options.largest_share), options.alignment, note_),
      lock_(allocation_, bytes, note_),
      mapping_(mailbox.board().map(physical(lock_.address), (bytes + kPage - 1) / kPage * kPage)) {}

void GpuMemory::store(std::size_t first_word, std::span<const std::uint32_t> source) {
  assert(first_word <= words().size() && source.size() <= words().size() - first_word);
  std::copy(source.begin(), source.end(), words().begin() + static_cast<std::ptrdiff_t>(first_word));
}

void GpuMemory::load(std::size_t first_word, std::span<std::uint32_t> target) const {
  const std::span<volatile std::uint32_t> source = words().subspan(first_word, target.size());
  std::copy(source.begin(), source.end(), target.begin());
}

}  // namespace mailbox
