// SPDX-License-Identifier: MIT
// Programs that look for libbcm_host.so in the place where Raspberry Pi OS had it get ours by its bare name.
#include <dlfcn.h>

#include <cstring>

#include "qpu/preload/connection.h"
#include "qpu/preload/real.h"

extern "C" void* dlopen(const char* path, int flags) noexcept {
  constexpr char kBcmHost[] = "libbcm_host.so";
  const char* slash = path ? std::strrchr(path, '/') : nullptr;
  if (qpu::preload::session() && slash && std::strncmp(slash + 1, kBcmHost, sizeof kBcmHost - 1) == 0) path = kBcmHost;
  // A jump rather than a call: the loader looks at who called, for the paths that are its caller's.
  return qpu::preload::real().dlopen(path, flags);
}
