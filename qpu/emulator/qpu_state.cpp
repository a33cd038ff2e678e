// SPDX-License-Identifier: MIT
#include "qpu/emulator/qpu_state.h"

namespace qpu {

// Registers, accumulators, flags and the set-ups of VPM and DMA keep what the program before left in them.
void QpuState::begin(std::uint32_t code, std::uint32_t uniforms_address, Ticks now) {
  status = Status::Running;
  waiting.reset();
  pc = code;
  time = started = now;
  pending = branch_taken = false;
  branch_slots = end_slots = 0;
  sfu.instructions = uniforms_restart.instructions = 0;
  just_written = written = {};
  for (Overwritten& write : overwritten) write.index = Overwritten::kNothing;
  uniforms = uniforms_address;
  uniform_pace.restart(now, 0, 0);
  uniform_line = instruction_line = 1;
  for (TmuFifo& fifo : tmu) fifo.clear();
  tmu_swaps = true;
  for (VpmReadBlock& block : vpm_reads) block.left = 0;  // H11
  stalled = 0;
}

}  // namespace qpu
