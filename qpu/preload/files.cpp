// SPDX-License-Identifier: MIT
// Functions that open or examine files by name. The headers of the C library must not redirect the names defined here
// to their 64-bit twins, hence no _FILE_OFFSET_BITS: both are offered.
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>

#include "qpu/preload/connection.h"
#include "qpu/preload/places.h"
#include "qpu/preload/real.h"

namespace qpu::preload {

namespace {

constexpr unsigned kVcioMajor = 100;
constexpr unsigned kMemoryMajor = 1, kMemoryMinor = 1;
constexpr unsigned kMiscMajor = 10, kSharingMinor = 62;

// Whether the kernel would let the device be opened now.
bool may_open(Device device) {
  if (device == Device::Sharing) return true;
  const Reply reply = ask(device == Device::Vcio ? Operation::OpenVcio : Operation::OpenMemory);
  if (reply.error != 0) errno = reply.error;
  return reply.error == 0;
}

int open_at(int directory, const char* path, int flags, mode_t mode) {
  if (!session()) return real().openat(directory, path, flags, mode);
  const Device device = device_of(path);
  const Place place(path);
  if (device == Device::None) return real().openat(directory, place.path(), flags, mode);
  if (!may_open(device)) return -1;
  return real().openat(directory, place.path(), (flags & (O_ACCMODE | O_CLOEXEC)), 0);
}

FILE* open_stream(const char* path, const char* how) { return real().fopen(Place(path).path(), how); }

// A node that represents a file of the server is presented as the character device it emulates.
template <typename Stat>
void disguise(Stat& found) {
  const Device device = session() ? device_of(found.st_dev, found.st_ino) : Device::None;
  if (device == Device::None) return;
  found.st_mode = S_IFCHR | 0660;
  found.st_rdev = device == Device::Vcio     ? makedev(kVcioMajor, 0)
                  : device == Device::Memory ? makedev(kMemoryMajor, kMemoryMinor)
                                             : makedev(kMiscMajor, kSharingMinor);
  found.st_size = 0;
}

int copy_stat(const struct stat64& from, struct stat& to) {
  to = {};
  to.st_dev = from.st_dev;
  to.st_ino = static_cast<ino_t>(from.st_ino);
  to.st_mode = from.st_mode;
  to.st_nlink = from.st_nlink;
  to.st_uid = from.st_uid;
  to.st_gid = from.st_gid;
  to.st_rdev = from.st_rdev;
  to.st_size = static_cast<off_t>(from.st_size);
  to.st_blksize = from.st_blksize;
  to.st_blocks = static_cast<blkcnt_t>(from.st_blocks);
  to.st_atim = from.st_atim;
  to.st_mtim = from.st_mtim;
  to.st_ctim = from.st_ctim;
  return 0;
}

int stat_at(int directory, const char* path, struct stat64* found, int flags) {
  const Place place(path);
  if (place.moved()) flags &= ~AT_SYMLINK_NOFOLLOW;
  const int result = real().fstatat(directory, place.path(), found, flags);
  if (result == 0) disguise(*found);
  return result;
}

int stat_at(int directory, const char* path, struct stat* found, int flags) {
  struct stat64 large {};
  const int result = stat_at(directory, path, &large, flags);
  return result == 0 ? copy_stat(large, *found) : result;
}

// A node for the firmware that a program or a shell makes itself becomes a link to the server's file, so that it can be
// opened by any process of the session, moved and removed. One left over from an earlier session is a dangling link.
int make_vcio_node(const char* path) {
  struct stat64 target {};
  if (real().fstatat(AT_FDCWD, path, &target, 0) != 0) unlink(path);
  return symlink(Place("/dev/vcio").path(), path);
}

bool is_vcio_node(mode_t mode, dev_t device) {
  return session() && S_ISCHR(mode) && major(device) == kVcioMajor && minor(device) == 0;
}

mode_t mode_argument(int flags, va_list arguments) {
  return flags & (O_CREAT | __O_TMPFILE) ? static_cast<mode_t>(va_arg(arguments, unsigned)) : 0;
}

}  // namespace

}  // namespace qpu::preload

using namespace qpu::preload;

// Each of the C library's names for one of the functions above.
extern "C" {

#define QPU_OPEN(NAME)                                   \
  int NAME(const char* path, int flags, ...) {           \
    va_list arguments;                                   \
    va_start(arguments, flags);                          \
    const mode_t mode = mode_argument(flags, arguments); \
    va_end(arguments);                                   \
    return open_at(AT_FDCWD, path, flags, mode);         \
  }
#define QPU_OPENAT(NAME)                                      \
  int NAME(int directory, const char* path, int flags, ...) { \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    const mode_t mode = mode_argument(flags, arguments);      \
    va_end(arguments);                                        \
    return open_at(directory, path, flags, mode);             \
  }
QPU_OPEN(open)
QPU_OPEN(open64)
QPU_OPENAT(openat)
QPU_OPENAT(openat64)
#undef QPU_OPEN
#undef QPU_OPENAT
// The replacements of open() under _FORTIFY_SOURCE.
int __open_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __openat_2(int directory, const char* path, int flags) { return open_at(directory, path, flags, 0); }
int __openat64_2(int directory, const char* path, int flags) { return open_at(directory, path, flags, 0); }

FILE* fopen(const char* path, const char* how) { return open_stream(path, how); }
FILE* fopen64(const char* path, const char* how) { return open_stream(path, how); }

DIR* opendir(const char* path) { return real().opendir(Place(path).path()); }

int access(const char* path, int mode) noexcept { return real().access(Place(path).path(), mode); }
int faccessat(int directory, const char* path, int mode, int flags) noexcept {
  return real().faccessat(directory, Place(path).path(), mode, flags);
}

int stat(const char* path, struct stat* found) noexcept { return stat_at(AT_FDCWD, path, found, 0); }
int stat64(const char* path, struct stat64* found) noexcept { return stat_at(AT_FDCWD, path, found, 0); }
int lstat(const char* path, struct stat* found) noexcept { return stat_at(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW); }
int lstat64(const char* path, struct stat64* found) noexcept {
  return stat_at(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW);
}
int fstatat(int directory, const char* path, struct stat* found, int flags) noexcept {
  return stat_at(directory, path, found, flags);
}
int fstatat64(int directory, const char* path, struct stat64* found, int flags) noexcept {
  return stat_at(directory, path, found, flags);
}
int fstat(int fd, struct stat* found) noexcept { return stat_at(fd, "", found, AT_EMPTY_PATH); }
int fstat64(int fd, struct stat64* found) noexcept { return stat_at(fd, "", found, AT_EMPTY_PATH); }

int mknod(const char* path, mode_t mode, dev_t device) noexcept {
  return is_vcio_node(mode, device) ? make_vcio_node(path) : real().mknod(path, mode, device);
}

}  // extern "C"
