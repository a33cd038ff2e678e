// SPDX-License-Identifier: MIT
#pragma once

#include <limits.h>
#include <sys/types.h>

#include <cstdint>

namespace qpu::preload {

enum class Device : std::uint8_t { None, Vcio, Memory, Sharing };

// The device of a path: /dev/vcio, /dev/mem, /dev/vcsm-cma, or a node called char_dev in any folder, as in old
// programs.
Device device_of(const char* path);
// The device of an open descriptor, even after dup or exec: identified by the file behind it.
Device device_of(int fd);
// The device of a file by its device number and inode.
Device device_of(dev_t device, ino64_t inode);

// The session's replacement of a path: device nodes, and files of /proc and /sys that describe the board.
// Any other path is unchanged.
class Place {
 public:
  explicit Place(const char* path);
  const char* path() const { return path_; }
  bool moved() const { return path_ == inside_; }

 private:
  const char* path_;
  char inside_[PATH_MAX];
};

}  // namespace qpu::preload
