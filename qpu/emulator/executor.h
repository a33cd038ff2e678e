// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/emulator/units.h"

namespace qpu {

// Executes single instructions of a QPU against the units it shares (reference 3.8).
class Executor {
 public:
  explicit Executor(Units& units) : units_(units) {}

  // False: it has to wait. Then its clock was moved on, or it says in `waiting` what for.
  bool may_issue(QpuState& qpu, const Decoded& d);
  // Everything the instruction does, with its QPU's clock and pc moved on.
  void issue(QpuState& qpu, const Decoded& d);

 private:
  // One result on its way to a target, or the flags.
  struct Result {
    const Lanes& value;
    Condition condition;
    AddOp op;        // for packs: Nop unless of the ADD side
    const Lanes* a;  // operands, for packs that saturate
    const Lanes* b;
  };

  void check(const QpuState& qpu, const Decoded& d);
  void check_early_reads(const QpuState& qpu, const Decoded& d);
  void check_rotation(const QpuState& qpu, const Decoded& d);
  void check_pending(const QpuState& qpu, const Decoded& d);
  void issue_with_old_values(QpuState& qpu, const Decoded& d);

  void perform(QpuState& qpu, const Decoded& d);
  void issue_alu(QpuState& qpu, const Decoded& d);
  void issue_immediate(QpuState& qpu, const Decoded& d);
  void issue_branch(QpuState& qpu, const Decoded& d);
  void issue_signal(QpuState& qpu, const Decoded& d);
  void move_on(QpuState& qpu);
  void apply_delayed(QpuState& qpu);

  void read_ports(QpuState& qpu, const Decoded& d);
  void read_port(QpuState& qpu, const Decoded& d, std::uint8_t address, bool port_b, Lanes& value);
  std::uint32_t take_uniform(QpuState& qpu, Word word);
  Lanes take_vpm_vector(QpuState& qpu);
  void rotate_operands(const QpuState& qpu, const Decoded& d, Lanes& a, Lanes& b) const;

  void write(QpuState& qpu, const Decoded& d, const Target& target, const Result& result, int side);
  void write_plainly(QpuState& qpu, const Target& target, const Lanes& value, int side) {
    Overwritten& overwritten = qpu.overwritten[side];
    Lanes& place = qpu.bank[target.index];
    overwritten.index = target.index;
    overwritten.partly = false;
    overwritten.before = place;
    place = value;
  }
  void write_bank(QpuState& qpu, const Decoded& d, const Target& target, const Result& result, int side);
  void write_r5(QpuState& qpu, const Target& target, const Result& result, int side);
  void write_flags(QpuState& qpu, const Lanes& value, const Lanes& carry, Condition condition);
  void write_io(QpuState& qpu, const Decoded& d, std::uint8_t address, bool space_b, const Result& result);
  void write_setup(QpuState& qpu, const Decoded& d, bool space_b, std::uint32_t setup);
  void announce_vpm_read(QpuState& qpu, const Decoded& d, std::uint32_t setup);
  void start_dma(QpuState& qpu, const Decoded& d, bool space_b, std::uint32_t address);
  void request_tmu(QpuState& qpu, const Decoded& d, int unit, const Lanes& addresses);
  void trace_write(const QpuState& qpu, const Target& target, const Lanes& value, Condition condition);
  void trace_issue(QpuState& qpu, const Decoded& d);

  Units& units_;
  TraceEntry traced_;
};

// Whether a branch is taken (reference 2.3).
bool holds(BranchCondition condition, const QpuState& qpu);
// The lanes in which a condition holds.
Lanes lanes_where(Condition condition, const QpuState& qpu);

}  // namespace qpu
