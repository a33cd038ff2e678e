// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "qpu/firmware/run_record.h"

namespace qpu {

// Callbacks of an emulated board. Each may be empty; called on the thread that uses the board.
struct Reports {
  std::function<void(std::string_view)> log;        // complete messages
  std::function<void(const RunRecord&)> run_ended;  // after each execute call and each batch launched by registers
  // Called repeatedly while an execute call runs, with the microseconds it has taken on the board so far. False
  // ends it: its caller sees a time-out, and the programs are lost.
  std::function<bool(double)> may_go_on;
};

}  // namespace qpu
