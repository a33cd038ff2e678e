// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace spectrumd {

// Connections suspended in libmicrohttpd until there is something for them: a stream without news, a delayed answer.
// They are suspended on the thread of libmicrohttpd and resumed by another. Nothing blocks.
class Sleepers {
 public:
  using Clock = std::chrono::steady_clock;
  using News = std::uint64_t;  // counts what has happened

  News news() const { return news_; }
  void happened() { ++news_; }

  // Sleeps until `due` or until there is more news than `seen`. Returns false, without sleeping, if that is already the
  // case or stop() was called: look again.
  bool sleep(MHD_Connection* connection, Clock::time_point due, News seen);
  bool sleep(MHD_Connection* connection, Clock::time_point due);  // regardless of news
  bool sleep(MHD_Connection* connection);                         // until woken explicitly

  void wake(Clock::time_point now = Clock::now());  // all that are due
  void wake(MHD_Connection* connection);            // this one, if it sleeps
  std::optional<Clock::time_point> next() const;    // when the first of them is due

  void stop();  // wakes all; later calls of sleep() return false
  bool stopped() const { return stopped_; }

 private:
  struct Sleep {
    Clock::time_point due;
    News seen;
  };
  bool insert(MHD_Connection* connection, const Sleep& sleep);

  std::atomic<News> news_ = 1;
  std::atomic<bool> stopped_ = false;
  mutable std::mutex mutex_;
  std::map<MHD_Connection*, Sleep> sleepers_;  // guarded by mutex_
};

}  // namespace spectrumd
