// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace spectrumd {

// Of the disk that holds a file or folder, which may not be there yet; nullopt: unknown.
std::optional<std::filesystem::space_info> disk_space(const std::filesystem::path& path);

// The system calls in which a recording waits for its disk, with their results and errno. Virtual so that a test can
// use a disk that stalls or is full. Any thread; every call may block.
class Disk {
 public:
  virtual ~Disk() = default;

  virtual int create(const std::filesystem::path& file);  // for writing; it must not exist yet
  virtual ssize_t write(int descriptor, std::span<const std::byte> bytes);
  virtual ssize_t overwrite(int descriptor, std::uint64_t at, std::span<const std::byte> bytes);
  virtual int sync(int descriptor);
  virtual std::optional<std::uint64_t> available(const std::filesystem::path& file);  // bytes; nullopt: unknown
};

}  // namespace spectrumd
