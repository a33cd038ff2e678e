// SPDX-License-Identifier: MIT
#include "daemon/signals.h"

#include <pthread.h>

namespace spectrumd {

Signals::Signals() {
  // A client that has gone, a file that may not grow: both are seen where they are written to.
  for (const int ignored : {SIGPIPE, SIGXFSZ}) signal(ignored, SIG_IGN);
  sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

std::optional<int> Signals::wait_for(std::chrono::milliseconds limit) const {
  const timespec time{.tv_sec = limit.count() / 1000, .tv_nsec = limit.count() % 1000 * 1'000'000};
  const int signal = sigtimedwait(&signals_, nullptr, &time);
  return signal > 0 ? std::optional(signal) : std::nullopt;
}

}  // namespace spectrumd
