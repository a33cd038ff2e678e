// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "mailbox/descriptor.h"
#include "qpu/firmware/emulated_pi.h"

namespace qpu {

// The files of a board under /proc and /dev that programs read, in a separate directory for the preloaded
// library to find; gone when it goes out of scope. Throws std::system_error or std::filesystem::filesystem_error.
class SessionDirectory {
 public:
  explicit SessionDirectory(const EmulatedPi& pi);
  SessionDirectory(const SessionDirectory&) = delete;
  SessionDirectory& operator=(const SessionDirectory&) = delete;
  ~SessionDirectory();

  const std::filesystem::path& path() const { return path_; }

 private:
  void add_device_tree(const EmulatedPi& pi) const;
  void add_proc_files(const EmulatedPi& pi) const;
  void add_nodes(const EmulatedPi& pi) const;

  std::filesystem::path path_;
  mailbox::Descriptor lock_;            // says that the session lives
  mailbox::Descriptor vcio_, sharing_;  // empty files: what is done with them, the library passes on
};

}  // namespace qpu
