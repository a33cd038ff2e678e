// SPDX-License-Identifier: MIT
#include "daemon/outputs/disk.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <system_error>

namespace spectrumd {

static_assert(sizeof(off_t) == 8, "recordings are larger than 2 GiB");

std::optional<std::filesystem::space_info> disk_space(const std::filesystem::path& path) {
  std::error_code error;
  for (auto there = std::filesystem::absolute(path, error);; there = there.parent_path()) {
    const auto space = std::filesystem::space(there, error);
    if (!error) return space;
    if (there == there.parent_path()) return std::nullopt;
  }
}

int Disk::create(const std::filesystem::path& file) {
  return ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

ssize_t Disk::write(int descriptor, std::span<const std::byte> bytes) {
  return ::write(descriptor, bytes.data(), bytes.size());
}

ssize_t Disk::overwrite(int descriptor, std::uint64_t at, std::span<const std::byte> bytes) {
  return ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
}

int Disk::sync(int descriptor) { return ::fdatasync(descriptor); }

std::optional<std::uint64_t> Disk::available(const std::filesystem::path& file) {
  const auto space = disk_space(file);
  return space ? std::optional<std::uint64_t>(space->available) : std::nullopt;
}

}  // namespace spectrumd
