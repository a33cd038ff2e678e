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

// Connections that libmicrohttpd leaves alone until there is something for them: a stream that has told all it knows,
// an answer that is held back. They sleep on libmicrohttpd's thread and are woken by another.
class Sleepers {
 public:
  using Clock = std::chrono::steady_clock;
  using News = std::uint64_t;  // counts what has happened

  News news() const { return news_; }
  void happened() { ++news_; }

  // Sleeps until `due` or until more has happened than `seen`. False, and nothing is done, when that is so already or
  // when nobody may sleep any more: look again.
  bool sleep(MHD_Connection* connection, Clock::time_point due, News seen);
  bool sleep(MHD_Connection* connection, Clock::time_point due);  // whatever happens
  bool sleep(MHD_Connection* connection);                         // until it is woken by name

  void wake(Clock::time_point now = Clock::now());  // those whose time has come
  void wake(MHD_Connection* connection);            // this one, if it sleeps
  std::optional<Clock::time_point> next() const;    // when that will be for the first of them

  void stop();  // wakes all; from now on nobody sleeps
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
