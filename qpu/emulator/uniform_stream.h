// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "qpu/emulator/board_timing.h"

namespace qpu {

// The pace of a QPU's uniforms (reference 5.1, 11.2): a FIFO of two words, refilled at a steady rate.
class UniformPace {
 public:
  static constexpr Ticks kWords = 2;

  void restart(Ticks now, Ticks latency, Ticks per_word) { full_at_ = now + latency + kWords * per_word; }
  // When the next word is available.
  Ticks ready(Ticks per_word) const { return full_at_ - std::min(full_at_, (kWords - 1) * per_word); }
  void take(Ticks now, Ticks per_word) { full_at_ = std::max(full_at_, now) + per_word; }

 private:
  Ticks full_at_ = 0;
};

}  // namespace qpu
