// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "qpu/emulator/executor.h"
#include "qpu/registers.h"
#include "qpu/small_immediate.h"

// The rules of reference 4 that show while a program runs. Called only where one of them may be broken.
namespace qpu {
namespace {

std::string register_name(std::uint8_t index) {
  if (index < bank::kFileB) return fmt::format("ra{}", index);
  if (index < bank::kR0) return fmt::format("rb{}", index - bank::kFileB);
  return fmt::format("r{}", index - bank::kR0);
}

std::string missing(const RegisterSet& reads, const RegisterSet& written) {
  for (std::uint8_t index = 0; index <= bank::kR5; ++index) {
    RegisterSet one;
    one.add(index);
    if (one.meets(reads) && !one.meets(written)) return register_name(index);
  }
  return "the flags";
}

// The lanes in which someone looks at what a register delivers.
Lanes lanes_read(const QpuState& qpu, const Decoded& d, std::uint8_t index) {
  const Instruction& i = d.instruction;
  if (i.kind == Kind::Branch) return broadcast(~0u);
  const auto reads = [&](Mux mux) { return index < bank::kFileB ? mux == Mux::A : mux == Mux::B; };
  const Lanes none = broadcast(0);
  const Lanes add = reads(i.add_a) || reads(i.add_b) ? lanes_where(i.add_condition, qpu) : none;
  const Lanes mul = reads(i.mul_a) || reads(i.mul_b)
                        ? d.has(Decoded::Rotates) ? broadcast(~0u) : lanes_where(i.mul_condition, qpu)
                        : none;
  Lanes both;
  for (int lane = 0; lane < kLanes; ++lane) both[lane] = add[lane] | mul[lane];
  return both;
}

bool meet(const Lanes& a, const Lanes& b) { return (bits_of(a) & bits_of(b)) != 0; }

bool touches_vpm_or_stream(const Decoded& d) {
  const Instruction& i = d.instruction;
  const auto reads = [](std::uint8_t address) {
    return address == read::kUniform || address == read::kVarying ||
           (address >= read::kVpm && address <= read::kVrWaitA);
  };
  const auto writes = [](const Target& target) {
    return target.kind == Target::Kind::Io && target.address >= write::kVpm && target.address <= write::kVrAddrA;
  };
  return reads(i.read_a) || (i.kind == Kind::Alu && reads(i.read_b)) || writes(d.add_target) || writes(d.mul_target);
}

}  // namespace

void Executor::check(const QpuState& qpu, const Decoded& d) {
  if (!d.reads.within(qpu.written))
    units_.violation(qpu, d.word, FaultKind::UndefinedRead,
                     fmt::format("reads {}, which this program has not written", missing(d.reads, qpu.written)));
  check_early_reads(qpu, d);
  check_rotation(qpu, d);
  if (qpu.pending) check_pending(qpu, d);
}

// H1, but not where the lanes written and the lanes read have nothing in common (H1a).
void Executor::check_early_reads(const QpuState& qpu, const Decoded& d) {
  for (const Overwritten& write : qpu.overwritten) {
    RegisterSet one;
    if (write.index < bank::kR0) one.add(write.index);
    if ((one.files & d.reads.files) == 0) continue;
    if (write.partly && !meet(write.mask, lanes_read(qpu, d, write.index))) continue;
    units_.violation(
        qpu, d.word, FaultKind::BrokenHazard,
        fmt::format("reads {} right after it was written: the old value is read (H1)", register_name(write.index)));
  }
}

void Executor::check_rotation(const QpuState& qpu, const Decoded& d) {
  if (!d.has(Decoded::Rotates)) return;
  for (const Overwritten& write : qpu.overwritten) {
    RegisterSet one;
    if (write.index != Overwritten::kNothing) one.add(write.index);
    if ((one.accumulators & d.rotated.accumulators) == 0) continue;
    units_.violation(
        qpu, d.word, FaultKind::BrokenHazard,
        fmt::format("rotates {} {} right after it was written ({})", write.index == bank::kR5 ? "by" : "what is in",
                    register_name(write.index), write.index == bank::kR5 ? "H6" : "H5"));
  }
}

void Executor::check_pending(const QpuState& qpu, const Decoded& d) {
  const auto broken = [&](std::string_view text) {
    units_.violation(qpu, d.word, FaultKind::BrokenHazard, std::string(text));
  };
  const Instruction& i = d.instruction;
  if (qpu.sfu.instructions > 0 && d.has(Decoded::UsesR4))
    broken("uses r4 while a result of the SFU is on its way there (H3)");
  const bool takes_uniform = i.read_a == read::kUniform || (i.kind == Kind::Alu && i.read_b == read::kUniform);
  if (qpu.uniforms_restart.instructions > 0 && takes_uniform && !d.has(Decoded::Special))
    broken("reads a uniform before the stream is at its new address (H7)");
  if (qpu.branch_slots > 1 && d.has(Decoded::Links))
    broken("a branch in the first or second delay slot of another is lost (H18)");
  if (qpu.end_slots > 0 && !d.has(Decoded::Special) && touches_vpm_or_stream(d))
    broken("touches uniforms, VPM or DMA after the program end (H20)");
}

}  // namespace qpu
