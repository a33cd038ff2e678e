// SPDX-License-Identifier: MIT
// Programs that load libbcm_host.so from the folder in Raspberry Pi OS get ours by its bare name.
#include <dlfcn.h>

#include <cstring>

#include "qpu/preload/connection.h"
#include "qpu/preload/real.h"

extern "C" void* dlopen(const char* path, int flags) noexcept {
  constexpr char kBcmHost[] = "libbcm_host.so";
  const char* slash = path ? std::strrchr(path, '/') : nullptr;
  if (qpu::preload::session() && slash && std::strncmp(slash + 1, kBcmHost, sizeof kBcmHost - 1) == 0) path = kBcmHost;
  // A jump rather than a call: the loader uses the return address to find the search paths of the caller.
  return qpu::preload::real().dlopen(path, flags);
}
