// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>

namespace qpu {

// What a process at the other end of a socket does between its requests: computes, sleeps, or waits for a processor of
// the host. While it waits, the time of the emulated board stands still.
class CallerActivity {
 public:
  explicit CallerActivity(int socket);

  void begin();    // a request has just been served
  bool goes_on();  // whether it has computed for long since, or has been asleep at two looks in a row

 private:
  std::chrono::nanoseconds processor_time() const;
  bool sleeps() const;

  pid_t process_;
  std::chrono::nanoseconds began_{};
  bool slept_ = false;
};

}  // namespace qpu
