// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mailbox/handle_log.h"
#include "mailbox/mailbox.h"
#include "mailbox/mapping.h"

namespace mailbox {

struct GpuMemoryOptions {
  std::uint32_t alignment = 4096;
  double largest_share = 0.25;  // of gpu_mem: with more, later firmware calls have failed on every board
  HandleLog* log = nullptr;     // must outlive the memory; null: a killed process leaks it
};

// Memory that ARM and QPUs share: allocated, locked, mapped; released in reverse order. Initially zero. Throws
// MailboxError and releases everything if any step fails. The mailbox must outlive it. One thread at a time.
class GpuMemory {
 public:
  GpuMemory(Mailbox& mailbox, std::size_t bytes, GpuMemoryOptions options = {});

  std::size_t bytes() const { return mapping_.bytes().size(); }
  BusAddress address() const { return lock_.address; }  // as the QPUs see it

  // The same memory as the ARM sees it: uncached, so write forward and avoid reading.
  std::span<volatile std::uint32_t> words() const { return mapping_.words(); }
  void store(std::size_t first_word, std::span<const std::uint32_t> source);
  void load(std::size_t first_word, std::span<std::uint32_t> target) const;

 private:
  struct Note {
    explicit Note(HandleLog* handle_log) : log(handle_log) {}
    Note(const Note&) = delete;
    Note& operator=(const Note&) = delete;
    ~Note();
    void write(MemoryHandle which, BusAddress address, std::size_t bytes);
    HandleLog* log;
    MemoryHandle handle;
  };
  struct Allocation {
    Allocation(Mailbox& owner, std::uint32_t bytes, std::uint32_t alignment, Note& note);
    Allocation(const Allocation&) = delete;
    Allocation& operator=(const Allocation&) = delete;
    ~Allocation();
    Mailbox& mailbox;
    MemoryHandle handle;
  };
  struct Lock {
    Lock(const Allocation& allocation, std::size_t bytes, Note& note);
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();
    Mailbox& mailbox;
    MemoryHandle handle;
    BusAddress address;
  };

  // Destroyed last: the handle stays in the log until the memory has been released.
  Note note_;
  Allocation allocation_;
  Lock lock_;
  Mapping mapping_;
};

}  // namespace mailbox
