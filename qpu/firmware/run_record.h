// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "qpu/emulator/statistics.h"

namespace qpu {

// The cost of one execute call, or of one batch of programs launched by registers: a line of --stats.
struct RunRecord {
  enum class Launch : std::uint8_t { Mailbox, Registers };
  Launch launch = Launch::Mailbox;
  std::string_view board;
  std::string_view outcome;  // "done", "no host interrupt", "time-out", or what Fault it was
  std::uint64_t programs = 0;
  double microseconds = 0;  // the launch included
  Statistics statistics;
};

// The difference of two snapshots.
Statistics difference(Statistics now, const Statistics& before);

// One JSON object without a newline.
std::string to_json(const RunRecord& record);

}  // namespace qpu
