// SPDX-License-Identifier: MIT
#include "qpu/emulator/trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/disassembler.h"
#include "qpu/names.h"

namespace qpu {
namespace {

constexpr std::size_t kShown = 4;  // lanes of a vector whose lanes differ

std::string values_of(const TraceWrite& write) {
  const auto& values = write.values;
  const bool equal = std::ranges::all_of(values, [&](std::uint32_t value) { return value == values[0]; });
  if (equal) return fmt::format("{:08x}", values[0]);
  return fmt::format("{:08x} ..", fmt::join(values.begin(), values.begin() + kShown, " "));
}

// The file without its folders, and without the caller of a macro.
std::string short_place(const std::string& place) {
  const std::string line = place.substr(0, place.find(','));
  const std::size_t slash = line.rfind('/');
  return slash == std::string::npos ? line : line.substr(slash + 1);
}

}  // namespace

std::string_view name_of(Stall cause) {
  constexpr std::array<std::string_view, kStallCauses> kNames = {
      "TMU",      "VPM read",  "VPM write", "VDW busy", "VDR busy",         "VDW wait",
      "VDR wait", "semaphore", "mutex",     "uniform",  "instruction cache"};
  return kNames[static_cast<std::size_t>(cause)];
}

std::string trace_line(const TraceEntry& entry, const SourceLine& source_line) {
  const std::string place = source_line ? short_place(source_line(entry.pc)) : "";
  std::string line =
      fmt::format("{:>8} q{:<2} {:08x} {:<20} {:<50}", entry.cycle, entry.qpu, entry.pc, place, describe(entry.word));
  for (const TraceWrite& write : entry.writes) {
    line += fmt::format("  {} = {}", write.r4 ? "r4" : write_name(write.file_b ? 'b' : 'a', write.address),
                        values_of(write));
    if (write.lanes != 0xffff) line += fmt::format(" in lanes {:016b}", write.lanes);
  }
  if (entry.cause) line += fmt::format("  [waited {} for {}]", entry.stalled_cycles, name_of(*entry.cause));
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace qpu
