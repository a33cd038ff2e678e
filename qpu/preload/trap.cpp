// SPDX-License-Identifier: MIT
// The signals raised by accesses to V3D's registers, and the program's own handlers for the same signals.
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "qpu/preload/connection.h"
#include "qpu/preload/perform.h"
#include "qpu/preload/real.h"
#include "qpu/preload/register_pages.h"
#include "qpu/preload/single_step.h"
#include "qpu/preload/trapped_context.h"

namespace qpu::preload {

namespace {

// Our handler comes first. The program's actions are kept here.
struct Guarded {
  int number;
  struct sigaction theirs;
};
Guarded guarded[] = {{SIGSEGV, {}}, {SIGTRAP, {}}};

Guarded* guarded_signal(int number) {
  if (session())
    for (Guarded& one : guarded)
      if (one.number == number) return &one;
  return nullptr;
}

void let_it_happen(int number, const siginfo_t* info) {
  struct sigaction none {};
  none.sa_handler = SIG_DFL;
  real().sigaction(number, &none, nullptr);
  if (info->si_code <= 0) raise(number);  // sent by a process; a fault is raised again by the instruction
}

// With the signals blocked that the kernel would block, but never one of ours: the handler may access the registers.
void call_theirs(struct sigaction requested, int number, siginfo_t* info, void* context) {
  sigset_t blocked, before;
  sigorset(&blocked, &static_cast<ucontext_t*>(context)->uc_sigmask, &requested.sa_mask);
  for (const Guarded& one : guarded) sigdelset(&blocked, one.number);
  real().pthread_sigmask(SIG_SETMASK, &blocked, &before);
  if (requested.sa_flags & SA_SIGINFO)
    requested.sa_sigaction(number, info, context);
  else
    requested.sa_handler(number);
  real().pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void pass_on(int number, siginfo_t* info, void* context) {
  Guarded& one = *guarded_signal(number);
  const struct sigaction requested = one.theirs;
  const bool sent = info->si_code <= 0;
  if (requested.sa_handler == SIG_IGN && sent) return;
  if (requested.sa_handler == SIG_DFL || requested.sa_handler == SIG_IGN) return let_it_happen(number, info);
  if (requested.sa_flags & static_cast<int>(SA_RESETHAND)) one.theirs = {};
  call_theirs(requested, number, info, context);
}

void give_up(const void* where) {
  char text[160];
  const int length =
      std::snprintf(text, sizeof text,
                    "qpu emulate: the instruction that touched V3D's registers at %p is not a plain load or "
                    "store; use volatile 32-bit accesses\n",
                    where);
  if (write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) return;
}

void on_fault(int number, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const std::uintptr_t page = info->si_code > 0 ? RegisterPages::containing(address) : 0;
  if (page == 0) return pass_on(number, info, context);
  const auto offset = static_cast<std::uint32_t>(address - page);
  TrappedContext trapped(context);
  if (const auto access = trapped.access()) return perform(*access, offset, trapped);
  if (SingleStep::begin(page, offset, context)) return;
  give_up(info->si_addr);
  pass_on(number, info, context);
}

void on_step(int number, siginfo_t* info, void* context) {
  if (!SingleStep::end(context)) pass_on(number, info, context);
}

int change_action(int number, const struct sigaction* requested, struct sigaction* before) {
  if (Guarded* one = guarded_signal(number)) {
    if (before) *before = one->theirs;
    if (requested) one->theirs = *requested;
    return 0;
  }
  if (!session() || !requested) return real().sigaction(number, requested, before);
  struct sigaction open = *requested;
  for (const Guarded& one : guarded) sigdelset(&open.sa_mask, one.number);
  return real().sigaction(number, &open, before);
}

sighandler_t set_handler(int number, sighandler_t handler, int flags) {
  struct sigaction requested {
  }, before{};
  requested.sa_handler = handler;
  requested.sa_flags = flags;
  return change_action(number, &requested, &before) == 0 ? before.sa_handler : SIG_ERR;
}

// A thread that blocks all signals must still be able to access the registers.
using ChangeMask = int (*)(int, const sigset_t*, sigset_t*);
int change_mask(ChangeMask change, int how, const sigset_t* set, sigset_t* before) {
  if (!session() || !set || how == SIG_UNBLOCK) return change(how, set, before);
  sigset_t open = *set;
  for (const Guarded& one : guarded) sigdelset(&open, one.number);
  return change(how, &open, before);
}

void install(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction ours {};
  ours.sa_sigaction = handler;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&ours.sa_mask);  // a handler of the program must not interrupt ours
  real().sigaction(number, &ours, &guarded_signal(number)->theirs);
}

__attribute__((constructor)) void begin() {
  if (!session()) return;
  install(SIGSEGV, on_fault);
  install(SIGTRAP, on_step);
}

}  // namespace

}  // namespace qpu::preload

using namespace qpu::preload;

extern "C" {

int sigaction(int number, const struct sigaction* requested, struct sigaction* before) noexcept {
  return change_action(number, requested, before);
}
sighandler_t signal(int number, sighandler_t handler) noexcept { return set_handler(number, handler, SA_RESTART); }
sighandler_t bsd_signal(int number, sighandler_t handler) noexcept { return set_handler(number, handler, SA_RESTART); }
sighandler_t sysv_signal(int number, sighandler_t handler) noexcept {
  return set_handler(number, handler, static_cast<int>(SA_RESETHAND | SA_NODEFER));
}
int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return change_mask(real().sigprocmask, how, set, before);
}
int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return change_mask(real().pthread_sigmask, how, set, before);
}

}  // extern "C"
