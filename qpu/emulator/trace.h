// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "qpu/emulator/fault.h"
#include "qpu/emulator/statistics.h"
#include "qpu/instruction.h"

namespace qpu {

// A write of one issued instruction: a register by its write address, with the lanes after the write.
struct TraceWrite {
  std::uint8_t address;
  bool file_b;          // for addresses that differ between A- and B-space
  std::uint16_t lanes;  // a bit for each lane written
  std::array<std::uint32_t, 16> values;
  bool r4 = false;  // by a signal: it has no write address
};

struct TraceEntry {
  std::uint64_t cycle;  // of issue, after the stall
  int qpu;
  std::uint32_t pc;
  Word word;
  std::uint64_t stalled_cycles;  // just before it
  std::optional<Stall> cause;
  std::vector<TraceWrite> writes;
};
using TraceSink = std::function<void(const TraceEntry&)>;

// One readable line: cycle, QPU, pc, source line, disassembly, values written, why it had to wait.
std::string trace_line(const TraceEntry& entry, const SourceLine& source_line = {});

}  // namespace qpu
