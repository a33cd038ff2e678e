// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

namespace spectrumd {

// The time zone of the process while this lives.
class TimeZone {
 public:
  explicit TimeZone(const char* zone) {
    if (const char* const before = std::getenv("TZ")) before_ = before;
    set(zone);
  }
  TimeZone(const TimeZone&) = delete;
  TimeZone& operator=(const TimeZone&) = delete;
  ~TimeZone() { set(before_ ? before_->c_str() : nullptr); }

 private:
  static void set(const char* zone) {
    zone ? setenv("TZ", zone, 1) : unsetenv("TZ");
    tzset();
  }

  std::optional<std::string> before_;
};

// Rules written out, so that no test depends on the tables of a machine.
inline constexpr const char* kBerlin = "CET-1CEST,M3.5.0,M10.5.0/3";
inline constexpr const char* kMidnightChange = "XST3XDT,M10.3.0/0,M2.3.0/0";  // forward at 00:00, as in Brazil once

}  // namespace spectrumd
