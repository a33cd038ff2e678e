// SPDX-License-Identifier: MIT
#include "qpu/emulator/qpu_state.h"

namespace qpu {

// Registers, accumulators, flags and the set-ups of VPM and DMA keep the values of the previous program.
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

bool holds(BranchCondition condition, const QpuState& qpu) {
  const auto code = static_cast<unsigned>(condition);
  if (code >= 12) return true;  // 12 to 14 are reserved
  const std::array<const Lanes*, 3> flags = {&qpu.zero, &qpu.negative, &qpu.carry};
  const std::uint16_t set = bits_of(*flags[code / 4]);
  const auto wanted = static_cast<std::uint16_t>((code & 1) != 0 ? ~set : set);
  return (code & 2) != 0 ? wanted != 0 : wanted == 0xffff;
}

Lanes lanes_where(Condition condition, const QpuState& qpu) {
  if (condition <= Condition::Always) return broadcast(condition == Condition::Always ? ~0u : 0u);
  const auto code = static_cast<unsigned>(condition) - static_cast<unsigned>(Condition::ZeroSet);
  const Lanes& flag = code < 2 ? qpu.zero : code < 4 ? qpu.negative : qpu.carry;
  const std::uint32_t flip = (code & 1) != 0 ? ~0u : 0u;
  Lanes mask;
  for (int lane = 0; lane < kLanes; ++lane) mask[lane] = flag[lane] ^ flip;
  return mask;
}

}  // namespace qpu
