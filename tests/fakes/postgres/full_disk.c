// SPDX-License-Identifier: MIT
// For LD_PRELOAD: as long as the file FULL_DISK_FLAG is there, files do not grow: writes beyond their end fail as on a full
// disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_full(int descriptor, off_t end) {
  const char* const flag = getenv("FULL_DISK_FLAG");
  struct stat file;
  return flag && access(flag, F_OK) == 0 && fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode) && end > file.st_size;
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t offset) {
  typedef ssize_t (*function)(int, const void*, size_t, off64_t);
  if (is_full(descriptor, offset + (off_t)count)) return errno = ENOSPC, -1;
  return ((function)dlsym(RTLD_NEXT, "pwrite64"))(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset) {
  return pwrite64(descriptor, bytes, count, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec* parts, int count, off64_t offset) {
  typedef ssize_t (*function)(int, const struct iovec*, int, off64_t);
  size_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += parts[i].iov_len;
  if (is_full(descriptor, offset + (off_t)bytes)) return errno = ENOSPC, -1;
  return ((function)dlsym(RTLD_NEXT, "pwritev64"))(descriptor, parts, count, offset);
}

ssize_t pwritev(int descriptor, const struct iovec* parts, int count, off_t offset) {
  return pwritev64(descriptor, parts, count, offset);
}
