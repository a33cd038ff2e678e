// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/child_watch.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace qpu {

namespace {

mailbox::Descriptor catch_signals() {
  sigset_t caught;
  sigemptyset(&caught);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&caught, number);
  sigprocmask(SIG_BLOCK, &caught, nullptr);
  mailbox::Descriptor signals(signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK));
  if (signals.get() < 0) throw std::system_error(errno, std::generic_category(), "signals");
  return signals;
}

// Ctrl-C comes from the terminal, to the program as well as to us; all others come to us alone.
bool reached_program_too(const signalfd_siginfo& received) {
  return received.ssi_signo == SIGINT && received.ssi_code == SI_KERNEL;
}

}  // namespace

ChildWatch::ChildWatch() : signals_(catch_signals()) {}

bool ChildWatch::look() {
  bool stopping = false;
  signalfd_siginfo received{};
  while (read(signals_.get(), &received, sizeof received) == sizeof received) {
    if (received.ssi_signo == SIGCHLD) continue;
    stopping = true;
    if (program_ > 0 && !reached_program_too(received)) kill(program_, static_cast<int>(received.ssi_signo));
  }
  note_end();
  return stopping || exit_status_;
}

void ChildWatch::note_end() {
  int status = 0;
  if (program_ < 0 || waitpid(program_, &status, WNOHANG) != program_) return;
  program_ = -1;
  exit_status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (WIFSIGNALED(status))
    fmt::print(stderr, "qpu emulate: the program was ended by a signal: {}\n", strsignal(WTERMSIG(status)));
}

}  // namespace qpu
