// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/emulator/units.h"

namespace qpu {

// What a QPU reads and writes above its register files (reference 2.8): uniforms, VPM, DMA, TMU, SFU, mutex. Waits are
// over when these are called, see issue_checks.h. Throws Fault.
class Peripherals {
 public:
  explicit Peripherals(Units& units) : units_(units) {}

  // A read port: `value` is what it delivers. `word` is the instruction, for reports.
  void read(QpuState& qpu, Word word, std::uint8_t address, bool port_b, Lanes& value);
  // All writes but that of host_int happen whatever the condition (H15).
  void write(QpuState& qpu, Word word, std::uint8_t address, bool space_b, const Lanes& value, Condition condition);

 private:
  std::uint32_t next_uniform(QpuState& qpu, Word word);
  Lanes next_vpm_vector(QpuState& qpu, Word word);
  void write_setup(QpuState& qpu, Word word, bool space_b, std::uint32_t setup);
  void announce_vpm_read(QpuState& qpu, Word word, std::uint32_t setup);
  void write_vpm(QpuState& qpu, Word word, const Lanes& value);
  void check_transfer(const QpuState& qpu, Word word, bool store);
  void await_dma(const QpuState& qpu, bool store);
  void start_dma(QpuState& qpu, Word word, bool space_b, std::uint32_t address);
  void request_tmu(QpuState& qpu, Word word, int unit, const Lanes& addresses);

  Units& units_;
};

}  // namespace qpu
