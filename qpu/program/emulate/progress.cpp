// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/progress.h"

#include <fmt/format.h>
#include <unistd.h>

namespace qpu {

namespace {
constexpr std::chrono::seconds kBetween{3};
}

Progress::Progress() : somebody_waits_(isatty(STDERR_FILENO)) {}

void Progress::at(double microseconds) {
  const Clock::time_point now = Clock::now();
  if (microseconds < last_) told_ = now;
  last_ = microseconds;
  if (!somebody_waits_ || now - told_ < kBetween) return;
  told_ = now;
  fmt::print(stderr, "qpu emulate: {:.1f} ms of the board's time so far\n", microseconds / 1000);
}

}  // namespace qpu
