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

// A single transform of 2^8 to 2^10 points that eight QPUs share (fft_shared.qasm).
struct SharedPlan {
  static constexpr std::uint32_t kQpus = 8;

  int log2_size;

  std::uint32_t vectors() const { return 1u << (log2_size - 8); }  // of a column of the first digit
  // Of its twiddles (fft_tables.h): what all read, and after that what each QPU reads.
  std::uint32_t common_bytes() const { return kTwiddleBytes * vectors(); }
  std::uint32_t own_bytes() const { return 2 * kTwiddleBytes * vectors(); }

  // The set-up words of QPU m.
  std::uint32_t writes(std::uint32_t m) const;
  std::uint32_t reads(std::uint32_t m) const;
  std::uint32_t outputs(std::uint32_t m) const;

 private:
  static constexpr std::uint32_t kTwiddleBytes = 128;  // of 16 lanes
};

// A single transform of 2^11 points that eight QPUs exchange in rounds (fft_rounds.qasm).
struct RoundsPlan {
  static constexpr std::uint32_t kQpus = 8;
  static constexpr int kLog2Size = 11;

  // The set-up words of QPU m, and the first column of its first digit.
  static std::uint32_t writes(std::uint32_t m);
  static std::uint32_t reads(std::uint32_t m);
  static std::uint32_t column(std::uint32_t m) { return 8 * (m >> 1) | (m & 1); }
};

// A member of a group, by its number.
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
