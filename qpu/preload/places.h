// SPDX-License-Identifier: MIT
#pragma once

#include <limits.h>
#include <sys/types.h>

#include <cstdint>

namespace qpu::preload {

enum class Device : std::uint8_t { None, Vcio, Memory };

// Which device a path names: /dev/vcio, /dev/mem, or a node called char_dev wherever it is, as old programs have it.
Device device_of(const char* path);
// Which one an open descriptor is, through dup, exec and all: it is known by the file behind it.
Device device_of(int fd);
// Which one a file is by its device and inode.
Device device_of(dev_t device, ino64_t inode);

// Where the session keeps what the board has in that place: device nodes and what /proc and /sys tell of the board.
// Any other path stays itself.
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
