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

// The kernel's ID of this boot; GPU memory does not outlive it. Where /proc shows only processes (ProcSubset=pid) it
// is read from the variable BOOT_ID, which the unit sets (%b). Empty: unknown.
std::string current_boot_id();

struct HandleLogEntry {
  MemoryHandle handle;
  BusAddress address;
  std::uint32_t bytes = 0;
  std::string boot_id;
};

// The firmware does not reclaim the memory of a killed process: it is lost until a reboot unless its handle is still
// known. So every handle is recorded before its memory is used, and the next start releases what it
// finds. One process at a time owns the file. A killed process leaves only complete lines. One thread at a time;
// writing blocks on the disk.
class HandleLog {
 public:
  // Throws MailboxError if another process owns it or it cannot be written.
  HandleLog(std::filesystem::path path, std::string boot_id = current_boot_id());
  HandleLog(const HandleLog&) = delete;
  HandleLog& operator=(const HandleLog&) = delete;
  ~HandleLog();  // removes the file if it is empty

  struct Reclaimed {
    int handles = 0;
    std::uint64_t bytes = 0;
  };
  // Releases what an earlier process of this boot left behind; entries of other boots are dropped.
  Reclaimed reclaim(Mailbox& mailbox);

  // Called again for the same handle once its address is known; 0: not locked yet.
  void add(MemoryHandle handle, BusAddress address, std::uint32_t bytes);
  void remove(MemoryHandle handle);

 private:
  void write() const;

  std::filesystem::path path_;
  std::string boot_id_;
  Descriptor file_;  // locked
  std::vector<HandleLogEntry> entries_;
};

// The entries of a boot, read without owning the file; nullopt if there is no file.
struct HandleLogContents {
  int handles = 0;
  std::uint64_t bytes = 0;
  bool owned = false;  // by a running process
};
HandleLogContents look_into(const std::filesystem::path& path, const std::string& boot_id);

}  // namespace mailbox
