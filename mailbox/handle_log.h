// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "mailbox/descriptor.h"
#include "mailbox/mailbox.h"

namespace mailbox {

// What the kernel calls this boot; GPU memory does not outlive it. Where /proc shows processes only (ProcSubset=pid) it
// is the variable BOOT_ID, which the unit sets (%b). Empty: unknown.
std::string current_boot_id();

struct HandleLogEntry {
  MemoryHandle handle;
  BusAddress address;
  std::uint32_t bytes = 0;
  std::string boot_id;
};

// The firmware does not take back what a killed process held: the memory is lost until a reboot, unless somebody still
// knows the handle. So every handle is written down before its memory is used, and the next start gives back what it
// finds. One process at a time owns the file. A process that is killed leaves whole lines.
class HandleLog {
 public:
  // Throws MailboxError if another process owns it or it cannot be written.
  HandleLog(std::filesystem::path path, std::string boot_id = current_boot_id());

  struct Reclaimed {
    int handles = 0;
    std::uint64_t bytes = 0;
  };
  // Gives back what an earlier process of this boot left behind; what other boots left is forgotten.
  Reclaimed reclaim(Mailbox& mailbox);

  // Again for the same handle once its address is known; 0: not locked yet.
  void add(MemoryHandle handle, BusAddress address, std::uint32_t bytes);
  void remove(MemoryHandle handle);

 private:
  void write() const;

  std::filesystem::path path_;
  std::string boot_id_;
  Descriptor file_;  // locked
  std::vector<HandleLogEntry> entries_;
};

// What is written down there of a boot, looked at without owning the file; nothing where there is none.
struct HandleLogContents {
  int handles = 0;
  std::uint64_t bytes = 0;
  bool owned = false;  // by a process that runs
};
HandleLogContents look_into(const std::filesystem::path& path, const std::string& boot_id);

}  // namespace mailbox
