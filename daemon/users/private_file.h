// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "daemon/outputs/disk.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

// Files that only the owner of their folder may read: what root makes there belongs to the service, which could not
// read it otherwise.
class PrivateDisk : public Disk {
 public:
  int create(const std::filesystem::path& file) override;
};

// Opens a file to append to, and makes it if it is missing. Symbolic links are not followed: root writes here where
// another user may have placed one. -1 and errno if it fails.
int open_private_log(const std::filesystem::path& file);

// Creates the folder if it is missing. Held by all who change files in it; waits for others. Throws OutputError.
mailbox::Descriptor lock_folder(const std::filesystem::path& folder);

}  // namespace spectrumd
