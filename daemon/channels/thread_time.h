// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

namespace spectrumd {

// Processor time that this thread has taken.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace spectrumd
