// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "qpu/preload/access.h"

namespace qpu::preload {

// The processor at the instruction that trapped, as given to a signal handler; changes take effect when
// the handler returns. One implementation for each processor.
class TrappedContext {
 public:
  explicit TrappedContext(void* from_handler) : context_(from_handler) {}

  std::optional<Access> access() const;  // the effect of the instruction

  // Registers by their number in the instruction. As a base, AArch64's 31 is the stack pointer.
  std::uint64_t value(std::uint8_t which) const;
  void set(std::uint8_t which, std::uint64_t value, unsigned width);
  void change_base(std::uint8_t which, std::int64_t by);
  void go_past(unsigned length);

 private:
  void* context_;
};

}  // namespace qpu::preload
