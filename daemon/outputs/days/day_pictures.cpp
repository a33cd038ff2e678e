// SPDX-License-Identifier: MIT
#include "daemon/outputs/days/day_pictures.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "daemon/outputs/local_time.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kTurn = 60s;  // the clock may be stepped, so a wait until midnight would not do

// Of the processor and of the disk: what the service's unit permits, which is not SCHED_IDLE. No lock that another
// thread waits for is held while this one does not run: it has a separate reader of the files.
void yield_to_all_others() {
  constexpr int kLeastUrgent = 19, kOfThread = 1, kIdle = 3 << 13;  // IOPRIO_WHO_PROCESS, IOPRIO_CLASS_IDLE
  pthread_setname_np(pthread_self(), "days");
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLeastUrgent));
  static_cast<void>(::syscall(SYS_ioprio_set, kOfThread, 0, kIdle));
}

}  // namespace

void DaySchedule::turn(Time now, bool clock_is_wrong, const std::function<bool()>& stop) {
  const bool stepped_back = last_ && now < *last_;
  last_ = now;
  if (clock_is_wrong || (due_ && now < *due_ && !stepped_back)) return;
  for (const Date date : book_.missing(now)) {
    if (stop()) return;
    if (!without_rows_.contains(date) && !make(date, stop)) return;
  }
  due_ = DayBook::next_change(now);
  book_.remove_old(now);
}

// Reports a trouble once.
bool DaySchedule::make(Date date, const std::function<bool()>& stop) try {
  if (!book_.make(date, stop) && !stop()) without_rows_.insert(date);
  trouble_.clear();
  return true;
} catch (const std::exception& error) {
  if (std::exchange(trouble_, error.what()) != error.what())
    events_.add("history", fmt::format("no picture of {}: {}", date_text(date), error.what()));
  return false;
}

DayPictures::DayPictures(std::filesystem::path history, const DayLimits& limits, std::string station, EventLog& events,
                         std::function<bool()> clock_is_wrong)
    : book_(std::move(history), limits, std::move(station)),
      schedule_(book_, events),
      clock_is_wrong_(std::move(clock_is_wrong)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

DayPictures::~DayPictures() = default;

void DayPictures::run(const std::stop_token& stop) {
  yield_to_all_others();
  while (!stop.stop_requested()) {
    schedule_.turn(std::chrono::system_clock::now(), clock_is_wrong_(), [&] { return stop.stop_requested(); });
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, kTurn, [] { return false; });
  }
}

}  // namespace spectrumd
