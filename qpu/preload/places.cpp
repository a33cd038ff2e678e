// SPDX-License-Identifier: MIT
#include "qpu/preload/places.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "qpu/preload/connection.h"
#include "qpu/preload/real.h"

namespace qpu::preload {

namespace {

constexpr char kVcio[] = "/dev/vcio", kMemory[] = "/dev/mem", kSharing[] = "/dev/vcsm-cma";
constexpr char kOldNode[] = "char_dev";
constexpr char kDeviceTree[] = "/proc/device-tree";
constexpr char kDeviceTreeInSys[] = "/sys/firmware/devicetree/base";

bool equal(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

// The rest of a path behind a directory, with its slash; nullptr if the path is not in it.
const char* below(const char* path, const char* directory) {
  const std::size_t length = std::strlen(directory);
  if (std::strncmp(path, directory, length) != 0) return nullptr;
  return path[length] == '/' || path[length] == '\0' ? path + length : nullptr;
}

struct Identity {
  dev_t device;
  ino64_t inode;
  friend bool operator==(const Identity&, const Identity&) = default;
};

// The identity of the server's file behind a device node; all zero if there is none.
Identity identity_of(const char* node) {
  struct stat64 found {};
  if (real().fstatat(AT_FDCWD, Place(node).path(), &found, 0) != 0) return {};
  return {found.st_dev, found.st_ino};
}

}  // namespace

Device device_of(const char* path) {
  const char* slash = std::strrchr(path, '/');
  if (equal(path, kVcio) || equal(slash ? slash + 1 : path, kOldNode)) return Device::Vcio;
  if (equal(path, kSharing)) return Device::Sharing;
  return equal(path, kMemory) ? Device::Memory : Device::None;
}

Device device_of(dev_t device, ino64_t inode) {
  static const Identity vcio = identity_of(kVcio), memory = identity_of(kMemory), sharing = identity_of(kSharing);
  const Identity asked{device, inode};
  if (asked == vcio) return Device::Vcio;
  if (asked == sharing) return Device::Sharing;
  return asked == memory ? Device::Memory : Device::None;
}

Device device_of(int fd) {
  struct stat64 found {};
  const int error_before = errno;
  const bool known = session() && fd >= 0 && real().fstatat(fd, "", &found, AT_EMPTY_PATH) == 0;
  errno = error_before;
  return known ? device_of(found.st_dev, found.st_ino) : Device::None;
}

Place::Place(const char* path) : path_(path) {
  if (!session() || !path) return;
  const char* base = nullptr;
  const char* rest = "";
  if (const Device device = device_of(path); device != Device::None)
    base = device == Device::Vcio ? kVcio : device == Device::Memory ? kMemory : kSharing;
  else if (equal(path, "/proc/cpuinfo") || equal(path, "/proc/iomem"))
    base = path;
  else if ((rest = below(path, kDeviceTree)) || (rest = below(path, kDeviceTreeInSys)))
    base = kDeviceTree;
  if (!base || std::strlen(session()) + std::strlen(base) + std::strlen(rest) >= sizeof inside_) return;
  std::strcat(std::strcat(std::strcpy(inside_, session()), base), rest);
  path_ = inside_;
}

}  // namespace qpu::preload
