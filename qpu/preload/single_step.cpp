// SPDX-License-Identifier: MIT
#include "qpu/preload/single_step.h"

#if defined(__x86_64__)

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <array>
#include <atomic>

#include "qpu/preload/register_pages.h"
#include "qpu/preload/registers.h"

namespace qpu::preload {

namespace {

constexpr greg_t kTrapFlag = 1 << 8;      // of eflags: trap after one instruction
constexpr greg_t kFaultOnWrite = 1 << 1;  // of the page fault's error code
constexpr std::size_t kWords = 1024;

struct Step {
  std::uintptr_t page = 0;
  std::uint32_t offset = 0;
  bool writes = false;
  sigset_t mask;
  std::array<std::uint32_t, kWords> before;
};
Step step;  // of the thread that holds the turn
std::atomic<int> turn{0};
__attribute__((tls_model("initial-exec"))) thread_local bool stepping = false;

ucontext_t& of(void* context) { return *static_cast<ucontext_t*>(context); }
std::uint32_t* words_of(std::uintptr_t page) { return reinterpret_cast<std::uint32_t*>(page); }
void protect(std::uintptr_t page, int how) { mprotect(reinterpret_cast<void*>(page), page_bytes(), how); }

// The registers around the one touched, as far as the widest vector reaches.
void fill_page() {
  constexpr std::uint32_t kReach = 16;
  const std::uint32_t first = step.offset / 4;
  for (std::uint32_t index = first; index < kWords && index < first + kReach; ++index)
    words_of(step.page)[index] = read_register(4 * index);
  for (std::size_t index = 0; index < kWords; ++index) step.before[index] = words_of(step.page)[index];
}

}  // namespace

bool SingleStep::begin(std::uintptr_t page, std::uint32_t offset, void* context) {
  for (int free = 0; !turn.compare_exchange_weak(free, 1); free = 0) sched_yield();
  stepping = true;
  step.page = page;
  step.offset = offset;
  step.writes = of(context).uc_mcontext.gregs[REG_ERR] & kFaultOnWrite;
  protect(page, PROT_READ | PROT_WRITE);
  fill_page();
  // No handler of the program may run between the two traps.
  step.mask = of(context).uc_sigmask;
  sigfillset(&of(context).uc_sigmask);
  sigdelset(&of(context).uc_sigmask, SIGTRAP);
  sigdelset(&of(context).uc_sigmask, SIGSEGV);
  of(context).uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
  return true;
}

bool SingleStep::end(void* context) {
  if (!stepping) return false;
  of(context).uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  of(context).uc_sigmask = step.mask;
  std::array<std::uint32_t, kWords> after;
  for (std::size_t index = 0; index < kWords; ++index) after[index] = words_of(step.page)[index];
  protect(step.page, PROT_NONE);
  for (std::uint32_t index = 0; index < kWords && step.writes; ++index)
    if (index == step.offset / 4 || after[index] != step.before[index]) write_register(4 * index, after[index]);
  stepping = false;
  turn.store(0);
  return true;
}

}  // namespace qpu::preload

#else

namespace qpu::preload {

bool SingleStep::begin(std::uintptr_t, std::uint32_t, void*) { return false; }
bool SingleStep::end(void*) { return false; }

}  // namespace qpu::preload

#endif
