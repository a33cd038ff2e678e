// SPDX-License-Identifier: MIT
#include "qpu/preload/real.h"

#include <dlfcn.h>

namespace qpu::preload {

namespace {

template <typename Function>
void find(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

RealFunctions find_all() {
  RealFunctions found{};
  find(found.open, "open64");
  find(found.openat, "openat64");
  find(found.fopen, "fopen64");
  find(found.opendir, "opendir");
  find(found.access, "access");
  find(found.faccessat, "faccessat");
  find(found.mknod, "mknod");
  find(found.fstatat, "fstatat64");
  find(found.ioctl, "ioctl");
  find(found.mmap, "mmap64");
  find(found.munmap, "munmap");
  find(found.dlopen, "dlopen");
  find(found.sigaction, "sigaction");
  find(found.sigprocmask, "sigprocmask");
  find(found.pthread_sigmask, "pthread_sigmask");
  return found;
}

}  // namespace

const RealFunctions& real() {
  static const RealFunctions found = find_all();
  return found;
}

}  // namespace qpu::preload
