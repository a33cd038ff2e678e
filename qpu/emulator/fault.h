// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "qpu/instruction.h"

namespace qpu {

enum class FaultKind : std::uint8_t {
  WrongAddress,   // fetch, TMU or DMA outside the memory there is
  UndefinedRead,  // a register, accumulator or flag that was never written
  BrokenHazard,   // one of the rules of reference 4
  StaleRead,      // a cache still holds an old value of memory
  Deadlock,       // all running QPUs wait forever
  Runaway,        // the limit of cycles is reached
  Breakpoint,     // only a debugger could resume it
  NotModelled,    // documented, but not in this machine
};
std::string_view name_of(FaultKind kind);

// The registers of a QPU, for reports.
struct RegisterSnapshot {
  std::array<std::array<std::uint32_t, 16>, 32> ra, rb;
  std::array<std::array<std::uint32_t, 16>, 6> accumulators;
  std::uint16_t zero, negative, carry;  // a bit a lane
  std::uint32_t written_a, written_b;   // a bit a register: has this program written it
};

// Why a run ended early. The machine keeps its state; the QPU concerned stays at the instruction.
struct Fault {
  FaultKind kind;
  int qpu;           // -1: the machine as a whole
  std::uint32_t pc;  // of the instruction concerned
  Word word;         // that instruction, 0 if it could not be fetched
  std::uint64_t cycle;
  std::string text;                                   // one line: what, and which rule
  std::shared_ptr<const RegisterSnapshot> registers;  // may be absent
};

// The origin of an instruction, "file:line" or empty.
using SourceLine = std::function<std::string(std::uint32_t pc)>;

// Several lines: what happened, QPU, instruction with its source line, registers.
std::string report(const Fault& fault, const SourceLine& source_line = {});

}  // namespace qpu
