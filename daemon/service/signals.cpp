// SPDX-License-Identifier: MIT
#include "daemon/service/signals.h"

#include <pthread.h>
#include <sys/signalfd.h>

#include <cerrno>
#include <ctime>
#include <system_error>

namespace spectrumd {

Signals::Signals() {
  // A disconnected client, a file at its size limit: both are noticed when writing to them.
  for (const int ignored : {SIGPIPE, SIGXFSZ}) signal(ignored, SIG_IGN);
  sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

std::optional<int> Signals::wait_for(std::chrono::milliseconds limit) const {
  const timespec time{.tv_sec = static_cast<std::time_t>(limit.count() / 1000),
                      .tv_nsec = static_cast<long>(limit.count() % 1000 * 1'000'000)};
  const int signal = sigtimedwait(&signals_, nullptr, &time);
  return signal > 0 ? std::optional(signal) : std::nullopt;
}

int Signals::open_descriptor() const {
  const int descriptor = signalfd(-1, &signals_, SFD_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "signals");
  return descriptor;
}

}  // namespace spectrumd
