// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/emulator/peripherals.h"

namespace qpu {

// Executes single instructions of a QPU against the units it shares (reference 3.8). On the thread of its Machine.
class Executor {
 public:
  explicit Executor(Units& units) : units_(units), peripherals_(units) {}

  // Executes an instruction that may_issue() allows, and advances the clock and pc of its QPU. Throws Fault.
  void issue(QpuState& qpu, const Decoded& d);

 private:
  // A result to be written to a target, or to the flags.
  struct Result {
    const Lanes& value;
    Condition condition;
    AddOp op;        // for packs: Nop unless of the ADD side
    const Lanes* a;  // operands, for packs that saturate
    const Lanes* b;
  };

  void issue_with_old_values(QpuState& qpu, const Decoded& d);

  void perform(QpuState& qpu, const Decoded& d);
  void issue_alu(QpuState& qpu, const Decoded& d);
  void issue_immediate(QpuState& qpu, const Decoded& d);
  void issue_branch(QpuState& qpu, const Decoded& d);
  void issue_signal(QpuState& qpu, const Decoded& d);
  void move_on(QpuState& qpu);
  void apply_delayed(QpuState& qpu);

  void read_ports(QpuState& qpu, const Decoded& d);
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
  void trace_write(const QpuState& qpu, const Target& target, const Lanes& value, Condition condition);
  void trace_issue(QpuState& qpu, const Decoded& d);

  Units& units_;
  Peripherals peripherals_;
  TraceEntry traced_;
};

}  // namespace qpu
