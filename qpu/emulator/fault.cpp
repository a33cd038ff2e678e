// SPDX-License-Identifier: MIT
#include "qpu/emulator/fault.h"

#include <fmt/format.h>

#include "qpu/disassembler.h"

namespace qpu {
namespace {

bool all_equal(const std::array<std::uint32_t, 16>& lanes) {
  for (const std::uint32_t lane : lanes)
    if (lane != lanes[0]) return false;
  return true;
}

std::string line_of(std::string_view name, const std::array<std::uint32_t, 16>& lanes) {
  if (all_equal(lanes)) return fmt::format("  {:5} {:08x} in all lanes\n", name, lanes[0]);
  return fmt::format("  {:5} {:08x}\n", name, fmt::join(lanes, " "));
}

std::string text_of(const RegisterSnapshot& registers) {
  std::string text;
  for (std::size_t i = 0; i < registers.accumulators.size(); ++i)
    text += line_of(fmt::format("r{}", i), registers.accumulators[i]);
  for (std::size_t i = 0; i < registers.ra.size(); ++i) {
    if ((registers.written_a >> i & 1) != 0) text += line_of(fmt::format("ra{}", i), registers.ra[i]);
    if ((registers.written_b >> i & 1) != 0) text += line_of(fmt::format("rb{}", i), registers.rb[i]);
  }
  return text + fmt::format("  flags Z {:016b}  N {:016b}  C {:016b}  (lane 15 first)\n", registers.zero,
                            registers.negative, registers.carry);
}

}  // namespace

std::string_view name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::WrongAddress:
      return "wrong address";
    case FaultKind::UndefinedRead:
      return "undefined read";
    case FaultKind::BrokenHazard:
      return "broken hazard";
    case FaultKind::StaleRead:
      return "stale read";
    case FaultKind::Deadlock:
      return "deadlock";
    case FaultKind::Runaway:
      return "runaway";
    case FaultKind::Breakpoint:
      return "breakpoint";
    case FaultKind::NotModelled:
      return "not modelled";
  }
  return "fault";
}

std::string report(const Fault& fault, const SourceLine& source_line) {
  std::string text = fmt::format("{}: {}\n", name_of(fault.kind), fault.text);
  const std::string place = source_line ? source_line(fault.pc) : "";
  if (fault.qpu >= 0)
    text += fmt::format("QPU {}, cycle {}, pc 0x{:08x}{}{}: {}\n", fault.qpu, fault.cycle, fault.pc,
                        place.empty() ? "" : ", ", place, fault.word != 0 ? describe(fault.word) : "no instruction");
  if (fault.registers) text += text_of(*fault.registers);
  return text;
}

}  // namespace qpu
