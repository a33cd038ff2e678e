// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "mailbox/v3d_registers.h"
#include "qpu/firmware/counter_block.h"
#include "qpu/firmware/v3d.h"

namespace qpu {

// V3D's page of registers (reference 8.1, 8.2). Registers that are not modelled read 0 and ignore writes.
class RegisterBlock {
 public:
  explicit RegisterBlock(V3d& v3d) : v3d_(v3d), counters_(v3d.machine()) {}

  // Offsets in bytes. Reading the status advances programs launched by registers.
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);

  void reset(std::uint32_t vpm_base);  // to the state after power on

 private:
  std::uint32_t status() const;
  void write_status(std::uint32_t value);
  void write_vpm_base(std::uint32_t units);
  std::uint32_t interrupts() const;
  bool write_counter(std::uint32_t offset, std::uint32_t value);
  std::uint32_t& stored(mailbox::Register which) { return stored_[static_cast<std::uint32_t>(which) / 4]; }
  std::uint32_t stored(mailbox::Register which) const { return stored_[static_cast<std::uint32_t>(which) / 4]; }

  V3d& v3d_;
  CounterBlock counters_;
  std::array<std::uint32_t, mailbox::kV3dPageBytes / 4> stored_{};  // registers that read back the written value
};

}  // namespace qpu
