// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/emulator/decoded.h"
#include "qpu/emulator/dma.h"
#include "qpu/emulator/statistics.h"
#include "qpu/emulator/tmu.h"
#include "qpu/emulator/uniform_stream.h"
#include "qpu/emulator/vpm.h"

namespace qpu {

// What the last instruction overwrote, for a next one that reads too early (reference H1, H5, H6).
struct Overwritten {
  static constexpr std::uint8_t kNothing = 255;
  std::uint8_t index = kNothing;  // of the bank
  bool partly = false;            // only where the mask is set
  Lanes before, mask;
};

// A write that takes effect after this instruction and two more (reference H3, H7).
struct Delayed {
  int instructions = 0;  // 0: none pending
  Lanes value;
};

struct VpmReadBlock {
  VpmAccess access;
  int left = 0;
  Ticks ready = 0;  // of its next vector
};

// Why a QPU cannot continue without another QPU.
struct Waiting {
  Stall cause;
  int semaphore = -1;  // -1: any other cause
};

struct QpuState {
  enum class Status : std::uint8_t { Idle, Running, Ended };

  std::array<Lanes, bank::kSize> bank{};
  Lanes zero{}, negative{}, carry{};
  std::array<std::uint32_t, 4> latch_a{}, latch_b{}, latch_mul{};  // lanes 12 to 15 (U36)

  int number = 0;
  Status status = Status::Idle;
  std::optional<Waiting> waiting;
  std::uint32_t pc = 0;
  Ticks time = 0;  // of its next instruction
  Ticks started = 0;

  // State that affects the next instructions. `pending`: there is any.
  bool pending = false;
  int branch_slots = 0;  // delay slots left
  bool branch_taken = false;
  std::uint32_t branch_target = 0;
  int end_slots = 0;  // instructions left to the end of the program, 0: no thrend yet
  Delayed sfu, uniforms_restart;

  RegisterSet just_written, written;
  std::array<Overwritten, 2> overwritten;

  std::uint32_t uniforms = 0;
  UniformPace uniform_pace;
  std::uint32_t uniform_line = 1;  // none

  std::array<TmuFifo, 2> tmu;
  bool tmu_swaps = true;
  VpmAccess vpm_write;
  PostedWrites posted;                    // only if the machine is late
  std::array<VpmReadBlock, 2> vpm_reads;  // the first is read, the second waits
  Ticks vpm_posted = 0;                   // when the last written vector arrives
  StoreSetup store;
  LoadSetup load;
  Ticks store_done = 0, load_done = 0;

  std::uint32_t instruction_line = 1;  // none
  std::uint64_t stalled = 0;           // ticks since the last instruction, and why
  Stall stall_cause = Stall::Instruction;

  bool runnable() const { return status != Status::Idle && !waiting; }
  void begin(std::uint32_t code, std::uint32_t uniforms_address, Ticks now);
};

// Whether a branch is taken (reference 2.3).
bool holds(BranchCondition condition, const QpuState& qpu);
// The lanes in which a condition holds.
Lanes lanes_where(Condition condition, const QpuState& qpu);

}  // namespace qpu
