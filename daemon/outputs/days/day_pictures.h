// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "daemon/outputs/days/day_book.h"
#include "daemon/pipeline/event_log.h"

namespace spectrumd {

// Decides when pictures of days are made: those that are missing at the start, and each shortly after its midnight. A
// clock that is stepped is followed. Driven by turn(); one thread.
class DaySchedule {
 public:
  DaySchedule(DayBook& book, EventLog& events) : book_(book), events_(events) {}

  // Makes what is due. Nothing while the clock is known to be wrong: days would have the rows of others.
  void turn(Time now, bool clock_is_wrong, const std::function<bool()>& stop);

 private:
  bool make(Date date, const std::function<bool()>& stop);  // false: it failed

  DayBook& book_;
  EventLog& events_;
  std::optional<Time> last_, due_;
  std::set<Date> without_rows_;  // not looked at again
  std::string trouble_;
};

// Runs a schedule on a thread, `days`, at the lowest priority. Any thread may use it; destruction waits for the picture
// being made to be abandoned, at most a second.
class DayPictures {
 public:
  DayPictures(std::filesystem::path history, const DayLimits& limits, std::string station, EventLog& events,
              std::function<bool()> clock_is_wrong);
  ~DayPictures();

  const DayBook& book() const { return book_; }

 private:
  void run(const std::stop_token& stop);

  DayBook book_;
  DaySchedule schedule_;
  const std::function<bool()> clock_is_wrong_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;
};

}  // namespace spectrumd
