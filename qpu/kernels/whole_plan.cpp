// SPDX-License-Identifier: MIT
#include "qpu/kernels/whole_plan.h"

#include <algorithm>
#include <array>

namespace qpu {
namespace {

// Set-up words of the VPM (reference 6.3, 6.4): vectors that follow each other `stride` addresses apart; a count of 0
// is 16.
constexpr std::uint32_t kRows = 0xa00, kColumns = 0x200;
constexpr std::uint32_t vpm_setup(std::uint32_t count, std::uint32_t stride, std::uint32_t place) {
  return count << 20 | stride << 12 | place;
}

}  // namespace

// Many transforms finish sooner with fewer QPUs, which otherwise wait for the VPM: 100 of 2^8 in 421 us by 8, in 471 by
// 12; 2^9 in 7.8 us each by 10, in 10.5 by 12.
WholePlan WholePlan::make(int log2_size, std::size_t transforms, int wanted_qpus) {
  static constexpr std::array<int, 3> kQpusForMany = {8, 10, 12};
  const std::uint32_t members = 1u << (log2_size - 8);
  const int best =
      transforms * members > kMostQpus ? kQpusForMany.at(static_cast<std::size_t>(log2_size - 8)) : kMostQpus;
  const std::uint32_t qpus = useful_qpus(log2_size, kMostQpus, wanted_qpus == kBestQpus ? best : wanted_qpus);
  const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(transforms, kMostQpus));
  return {members, std::clamp(qpus / members, 1u, most)};
}

// A single 2^8 takes 3672 cycles with a twin, 4320 without. Those of 2^9, of two groups of two, would take 6656 instead
// of 6376: the data that twins read twice cost more than they save.
WholePlan WholePlan::make_with_twins(int log2_size, std::size_t transforms, int wanted_qpus) {
  WholePlan plan = make(log2_size, transforms, wanted_qpus);
  plan.twins = transforms == 1 && plan.members == 1 && wanted_qpus != 1;
  return plan;
}

// The share of the VPM of a group: half, or all of it.
std::uint32_t WholeMember::first_row() const { return plan.members == 4 ? 0 : 32 * (group() % 2); }

std::uint32_t WholeMember::writes() const { return vpm_setup(0, 1, kRows | (first_row() + 16 * member())); }

// The columns have the values of the lanes that share the rows of a task: FftPass::place.
std::uint32_t WholeMember::reads() const {
  if (plan.members == 1) return vpm_setup(0, 1, kColumns | first_row());
  if (plan.members == 2) return vpm_setup(0, 2, kColumns | first_row() | member());
  return vpm_setup(4, 2, kColumns | member() >> 1 | (member() & 1) << 3);
}

// Column 2m goes to row reversed(2m), the next one 8 rows on; so do the parts, and the outputs that are exchanged
// together.
std::uint32_t SharedPlan::writes(std::uint32_t m) const {
  return vpm_setup(0, 8, kRows | (m & 1) << 2 | (m & 2) | (m & 4) >> 2);
}
std::uint32_t SharedPlan::reads(std::uint32_t m) const { return vpm_setup(vectors() == 1 ? 4 : 8, 8, kColumns | m); }
std::uint32_t SharedPlan::outputs(std::uint32_t m) const {
  return vpm_setup(0, 1, kColumns | (vectors() == 1 ? 32 : 0) | 2 * m);
}

// Neighbours have every other row of 16.
std::uint32_t RoundsPlan::writes(std::uint32_t m) { return vpm_setup(0, 2, kRows | 16 * (m >> 1) | (m & 1)); }
// The lanes of four columns that have its outputs: bit 1 of its number is their high bit, bit 2 their low one.
std::uint32_t RoundsPlan::reads(std::uint32_t m) {
  return vpm_setup(4, 2, kColumns | (m >> 1 & 1) << 3 | (m >> 2 & 1));
}

}  // namespace qpu
