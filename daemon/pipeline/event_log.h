// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// Where a change came from.
struct Requester {
  std::string via;        // "http", "websocket", "rtl_tcp", of a client; "reload", "restart"; empty if not known
  std::string address;    // of the client; empty if there is none
  bool is_dial = false;   // one of many steps of a dial that turns, which would fill the log
  std::string name = {};  // of the user, if it was one

  friend bool operator==(const Requester&, const Requester&) = default;
};

// Something that happened to the radio or the data; shown as text and as ticks on the time axis.
struct Event {
  std::uint64_t id = 0;  // 1 is the first
  Time time;
  std::string kind;  // "source", "retune", "gap", "reload"
  std::string text;
  Requester by;                  // of a retune or a client
  std::uint32_t generation = 0;  // of a retune: rows under it carry this number
  std::int64_t alarm = 0;        // of an alarm: its number in the book; 0: none
};

// The last few hundred events. Any thread; nothing blocks.
class EventLog {
 public:
  void add(std::string kind, std::string text);  // also writes a log line
  void add(Event event);                         // likewise; numbers and dates it
  std::vector<Event> after(std::uint64_t id) const;
  std::uint64_t last_id() const;
  void observe(std::function<void()> observer);  // runs after every add, on its thread, with no lock held

 private:
  mutable std::mutex mutex_;
  std::deque<Event> events_;
  std::uint64_t last_id_ = 0;
  std::function<void()> observer_;
};

}  // namespace spectrumd
