// SPDX-License-Identifier: MIT
#include "daemon/sources/wall_clock.h"

#include <sys/timex.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace spectrumd {
namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

constexpr nanoseconds kLeastStep = 1s;
constexpr std::int64_t kSlewOneIn = 100;  // a correction of half a second takes 50 s; a row is never 1 % too long
constexpr nanoseconds kTightly = 10ms;    // more between two readings, and the process was held up
constexpr int kFirstReadings = 5;         // of which the closest counts, as nothing is known before
constexpr nanoseconds kLookEvery = 1s;    // at least
constexpr nanoseconds kAskEvery = 1s;     // a system call, where reading a clock is none
constexpr long kMostErrorMicroseconds = 16'000'000;  // what the kernel counts up to where nothing sets its clock

}  // namespace

std::optional<bool> clock_synchronized() {
  const auto by_kernel = kernel_clock_synchronized();
  return by_kernel ? by_kernel : timesyncd_synchronized();
}

// The bit STA_UNSYNC is not enough: it is also set to keep the kernel from writing to the hardware clock. systemd also
// decides by the error.
std::optional<bool> kernel_clock_synchronized() {
  timex request{};
  if (::adjtimex(&request) < 0) return std::nullopt;
  return request.maxerror < kMostErrorMicroseconds;
}

std::optional<bool> timesyncd_synchronized(const std::filesystem::path& folder) {
  std::error_code error;
  if (!exists(folder, error)) return std::nullopt;
  return exists(folder / "synchronized", error);
}

WallClock::WallClock(Clocks clocks) : clocks_(std::move(clocks)) {
  std::optional<Reading> closest;
  for (int n = 0; n < kFirstReadings || !closest; ++n) {
    const auto reading = read();
    if (reading && (!closest || reading->took < closest->took)) closest = reading;
  }
  ahead_ = closest->ahead();
  looked_ = closest->steady;
  ask_whether_synchronized(closest->steady);
}

void WallClock::look() {
  std::optional<nanoseconds> stepped_by;
  {
    const std::scoped_lock lock(mutex_);
    const auto reading = read();
    if (!reading) return;  // the next look is soon
    const nanoseconds off = reading->ahead() - ahead_;
    if (off > kLeastStep || off < -kLeastStep) {
      stepped_by = off;
      step(*reading);
    } else {
      follow(*reading);
    }
    if (stepped_by || reading->steady - asked_ >= kAskEvery) ask_whether_synchronized(reading->steady);
    looked_ = reading->steady;
  }
  if (stepped_by && observer_) observer_(*stepped_by);
}

// A process stopped between the two would see the system clock ahead.
std::optional<WallClock::Reading> WallClock::read() const {
  const auto before = clocks_.steady();
  const Time system = clocks_.system();
  const auto after = clocks_.steady();
  const nanoseconds took = after - before;
  if (took > kTightly) return std::nullopt;
  return Reading{before + took / 2, system, took};
}

void WallClock::follow(const Reading& reading) {
  const nanoseconds most = std::min<nanoseconds>(reading.steady - looked_, kLookEvery) / kSlewOneIn;
  ahead_ += std::clamp(reading.ahead() - ahead_, -most, most);
}

void WallClock::step(const Reading& reading) {
  status_.stepped_by = reading.ahead() - ahead_;
  status_.stepped_at = reading.system;
  ahead_ = reading.ahead();
  ++epoch_.number;
}

// Once synchronized, a clock stays right for long; if the query is forbidden, there is no reason to doubt it.
void WallClock::ask_whether_synchronized(Clocks::Steady::time_point now) {
  asked_ = now;
  status_.synchronized = clocks_.synchronized();
  epoch_.synchronized |= status_.synchronized.value_or(true);
}

IqBlock WallClock::date(IqBlock block) const {
  if (!block.heard) return block;
  const std::scoped_lock lock(mutex_);
  block.time = Time(std::chrono::duration_cast<nanoseconds>(block.heard->time_since_epoch()) + ahead_);
  block.epoch = epoch_;
  return block;
}

ClockStatus WallClock::status() const {
  const std::scoped_lock lock(mutex_);
  ClockStatus status = status_;
  status.epoch = epoch_.number;
  return status;
}

}  // namespace spectrumd
