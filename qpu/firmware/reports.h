// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "qpu/firmware/run_record.h"

namespace qpu {

// Where an emulated board tells what happens on it. Either may be empty.
struct Reports {
  std::function<void(std::string_view)> log;        // whole texts, for people
  std::function<void(const RunRecord&)> run_ended;  // after each execute call and each batch launched by registers
};

}  // namespace qpu
