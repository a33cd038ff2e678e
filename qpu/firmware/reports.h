// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "qpu/firmware/run_record.h"

namespace qpu {

// Where an emulated board tells what happens on it, and asks. Each may be empty.
struct Reports {
  std::function<void(std::string_view)> log;        // whole texts, for people
  std::function<void(const RunRecord&)> run_ended;  // after each execute call and each batch launched by registers
  // Asked again and again while an execute call runs, with the microseconds it has taken on the board so far. False
  // ends it: to its caller that is a time-out, and what ran is gone.
  std::function<bool(double)> may_go_on;
};

}  // namespace qpu
