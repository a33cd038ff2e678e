// SPDX-License-Identifier: MIT
#include "daemon/service/standard_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace spectrumd {

void keep_standard_places() {
  for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(place, F_GETFD) >= 0) continue;
    // The lowest free number is given out, which is this one: those below are taken.
    if (::open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY) != place)
      throw std::system_error(errno, std::generic_category(), "/dev/null");
  }
}

}  // namespace spectrumd
