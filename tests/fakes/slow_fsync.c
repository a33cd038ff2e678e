// SPDX-License-Identifier: MIT
// For LD_PRELOAD: fsync and fdatasync take SLOW_FSYNC_MS milliseconds longer, as those of a worn SD card do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
  const char* text = getenv("SLOW_FSYNC_MS");
  const long milliseconds = text ? atol(text) : 1000;
  struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  while (nanosleep(&rest, &rest) != 0) {
  }
}

typedef int (*sync_function)(int);

int fsync(int descriptor) {
  delay();
  return ((sync_function)dlsym(RTLD_NEXT, "fsync"))(descriptor);
}

int fdatasync(int descriptor) {
  delay();
  return ((sync_function)dlsym(RTLD_NEXT, "fdatasync"))(descriptor);
}
