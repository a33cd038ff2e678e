// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/kernels/fft_plan.h"

namespace qpu {

// The division of work if transforms stay on the chip (whole.qinc): groups of members, 256 points each.
struct WholePlan {
  std::uint32_t members, groups;
  bool twins = false;  // whether two groups share the outputs of a single transform (fft_whole.qasm)

  // Throws std::invalid_argument for more QPUs than the chip has.
  static WholePlan make(int log2_size, std::size_t transforms, int wanted_qpus);
  // The same for complex transforms; a single one of 2^8 is done by twins.
  static WholePlan make_with_twins(int log2_size, std::size_t transforms, int wanted_qpus);
  std::uint32_t qpus() const { return members * groups * (twins ? 2 : 1); }
};

// One of them, by its number.
struct WholeMember {
  WholePlan plan;
  std::uint32_t index;

  std::uint32_t transform() const { return plan.twins ? 0 : group(); }  // its first
  std::uint32_t member() const { return index % plan.members; }
  std::uint32_t role() const { return 2 * group() + (member() != 0); }
  // Its set-up words for an exchange.
  std::uint32_t writes() const;
  std::uint32_t reads() const;

 private:
  std::uint32_t group() const { return index / plan.members; }
  std::uint32_t first_row() const;
};

}  // namespace qpu
