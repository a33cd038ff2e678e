// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>

#include "mailbox/address.h"
#include "mailbox/board.h"
#include "mailbox/gpu_memory.h"
#include "mailbox/mailbox.h"

namespace mailbox {

// One program to run on one QPU: the addresses of its uniforms and code.
struct Job {
  BusAddress uniforms;
  BusAddress code;
};

// Throws MailboxError unless V3D is present and powered.
void check_v3d(Board& board);

// Clears all of V3D's own caches: without this QPUs do not see what the ARM has written since.
void clear_caches(Board& board);

// Writes programs into V3D's queue and polls until they are done (reference 8.4): no system call, a few
// microseconds of overhead, and a busy processor. For short work. run() blocks its thread; one thread at a time.
class RegisterLauncher {
 public:
  explicit RegisterLauncher(Board& board);  // the QPUs must be enabled; the board must outlive it

  // At most 16 jobs. Throws MailboxError on timeout; the QPUs then hang, see QpuPower::cycle().
  void run(std::span<const Job> jobs, std::chrono::milliseconds timeout);

 private:
  Board& board_;
};

// Makes the firmware run the programs (reference 8.5): about 100 us more, but the thread sleeps meanwhile. One of the
// programs, the last one to be done, must write host_int.
class MailboxLauncher {
 public:
  explicit MailboxLauncher(Mailbox& mailbox, HandleLog* log = nullptr);  // both must outlive it

  void run(std::span<const Job> jobs, std::chrono::milliseconds timeout);  // at most 16 jobs; throws MailboxError

 private:
  Mailbox& mailbox_;
  GpuMemory control_;
};

}  // namespace mailbox
