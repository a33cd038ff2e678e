// SPDX-License-Identifier: MIT
#pragma once

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace qpu::preload {

// The C library's functions that this library replaces.
struct RealFunctions {
  int (*open)(const char*, int, ...);
  int (*openat)(int, const char*, int, ...);
  FILE* (*fopen)(const char*, const char*);
  DIR* (*opendir)(const char*);
  int (*access)(const char*, int);
  int (*faccessat)(int, const char*, int, int);
  int (*mknod)(const char*, mode_t, dev_t);
  int (*fstatat)(int, const char*, struct stat64*, int);
  int (*ioctl)(int, unsigned long, ...);
  void* (*mmap)(void*, size_t, int, int, int, off64_t);
  int (*munmap)(void*, size_t);
  void* (*dlopen)(const char*, int);
  int (*sigaction)(int, const struct sigaction*, struct sigaction*);
  int (*sigprocmask)(int, const sigset_t*, sigset_t*);
  int (*pthread_sigmask)(int, const sigset_t*, sigset_t*);
};

const RealFunctions& real();

}  // namespace qpu::preload
