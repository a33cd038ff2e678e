// SPDX-License-Identifier: MIT
#include "qpu/hazards/pair_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "qpu/registers.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

void report(const Pair& pair, Rule rule, std::string text, Findings& findings) {
  findings.add(rule, pair.second_word, pair.first_word, std::move(text));
}

// Disjoint lanes need no delay, if the same flags separate them (H1a).
bool lanes_apart(const Effects& first, const RegisterWrite& write, const Operands& operands) {
  return !first.instruction.set_flags && disjoint(write.condition, operands.condition);
}

bool takes_what_is_written(const Pair& pair, const RegisterWrite& write) {
  const Mux mux = write.space == Space::A ? Mux::A : Mux::B;
  const auto& all = pair.second.operands;
  return pair.second.reads(write.space, write.address) &&
         std::any_of(all.begin(), all.end(), [&](const Operands& operands) {
           const bool takes = operands.matter && (operands.muxes[0] == mux || operands.muxes[1] == mux);
           return takes && !lanes_apart(pair.first, write, operands);
         });
}

void check_register_file(const Pair& pair, Findings& findings) {
  for (const RegisterWrite& write : pair.first.written)
    if (write.happens && write.address < write::kR0 && takes_what_is_written(pair, write))
      report(pair, Rule::RegisterReadTooEarly,
             fmt::format("r{}{} was written by the word before; the old value is read",
                         write.space == Space::A ? 'a' : 'b', write.address),
             findings);
}

void check_branch_register(const Pair& pair, Findings& findings) {
  const Instruction& branch = pair.second.instruction;
  if (pair.second.is_branch() && branch.with_register && pair.first.writes(Space::A, branch.branch_register))
    report(pair, Rule::BranchRegisterTooEarly,
           fmt::format("the branch reads ra{}, which the word before writes", branch.branch_register), findings);
}

// Lanes that the rotation fills from a higher quad: they get what was there before (reference 3.7).
LaneMask lanes_from_higher_quads(int amount) {
  LaneMask mask = 0;
  for (int lane = 0; lane < 16; ++lane)
    if (((lane - amount) & 15) / 4 > lane / 4) mask = static_cast<LaneMask>(mask | 1u << lane);
  return mask;
}

LaneMask rotated(LaneMask lanes, int amount) { return static_cast<LaneMask>(lanes << amount | lanes >> (16 - amount)); }

std::optional<int> amount_of(const Pair& pair) {
  const Instruction& i = pair.second.instruction;
  if (!pair.second.rotates_by_r5()) return rotation_of(i.read_b);
  const auto& amounts = pair.before_second.value(place::kR5).values();
  return amounts.size() == 1 ? std::optional(static_cast<int>(amounts.front() & 15)) : std::nullopt;
}

// Some lane that is used gets a stale value. Where the lanes that are written, or those that are used, are not known,
// nothing is claimed.
bool rotates_stale_lanes(const Pair& pair, const RegisterWrite& write) {
  const auto written = pair.before_first.flags().where(write.condition);
  const auto used = pair.before_second.flags().where(pair.second.instruction.mul_condition);
  if (!written || !used) return false;
  const auto amount = amount_of(pair);
  if (!amount) return *written == kAllLanes && *used == kAllLanes;
  return (rotated(*written, *amount) & lanes_from_higher_quads(*amount) & *used) != 0;
}

void check_rotation(const Pair& pair, Findings& findings) {
  if (!pair.second.rotates() || !pair.second.operands[1].matter) return;
  for (const RegisterWrite& write : pair.first.written)
    for (const Mux mux : {Mux::R0, Mux::R1, Mux::R2, Mux::R3}) {
      const auto number = static_cast<std::uint8_t>(mux);
      const auto& muxes = pair.second.operands[1].muxes;
      if ((muxes[0] == mux || muxes[1] == mux) && write.happens && write.address == write::kR0 + number &&
          rotates_stale_lanes(pair, write))
        report(pair, Rule::RotationTooEarly, fmt::format("r{} was written by the word before its rotation", number),
               findings);
    }
  if (pair.second.rotates_by_r5() && pair.first.writes(write::kR5QuadA))
    report(pair, Rule::RotationAmountTooEarly, "r5 was written by the word before the rotation by it", findings);
}

void check_sfu(const Pair& pair, Findings& findings) {
  const Effects& second = pair.second;
  if (!pair.first.writes_sfu()) return;
  if (second.takes(Mux::R4))
    report(pair, Rule::SfuResultTooEarly,
           fmt::format("r4 is read {} after the SFU write; the minimum is three", pair.distance), findings);
  if (second.writes_sfu() || second.loaded_tmu() || second.loads_tlb())
    report(pair, Rule::SfuResultTooEarly,
           fmt::format("r4 gets another value {} after the SFU write; the minimum is three", pair.distance), findings);
}

bool pops_uniform(const Effects& e) {
  return e.reads(read::kUniform) || e.writes_between(write::kTmu0T, write::kTmu0B) ||
         e.writes_between(write::kTmu1T, write::kTmu1B);
}

void check_uniforms(const Pair& pair, Findings& findings) {
  if (pair.first.writes(write::kUniformsAddress) && pops_uniform(pair.second))
    report(pair, Rule::UniformReadTooEarly,
           fmt::format("a uniform is read {} after unif_addr was written; the minimum is three", pair.distance),
           findings);
}

void check_depth(const Pair& pair, Findings& findings) {
  if (pair.first.writes(write::kTlbZ) && pair.second.reads(Space::A, read::kMsFlagsA))
    report(pair, Rule::DepthWriteTooLate, "tlb_z was written less than three words before", findings);
}

void check_swap(const Pair& pair, Findings& findings) {
  if (!pair.first.writes(write::kTmuNoSwap) || !pair.second.writes_tmu()) return;
  const Rule rule = pair.distance < 3 ? Rule::SwapSetTooLate : Rule::SwapSetLate;
  report(pair, rule, fmt::format("tmu_noswap was written {} before this TMU write", pair.distance), findings);
}

void check_vpm_setup(const Pair& pair, Findings& findings) {
  if (announced_by(pair.first, pair.before_first).vectors && pair.second.reads(read::kVpm))
    report(pair, Rule::VpmReadWaits,
           fmt::format("vpm is read {} after vr_setup; from four on the QPU does not wait", pair.distance), findings);
}

void check_branches(const Pair& pair, Findings& findings) {
  if (pair.first.is_branch() && pair.second.is_branch())
    report(pair, Rule::BranchTooEarly, fmt::format("delay slot {} of a branch holds another", pair.distance), findings);
}

}  // namespace

void check_pair(const Pair& pair, Findings& findings) {
  if (pair.distance <= 1) {
    check_register_file(pair, findings);
    check_branch_register(pair, findings);
    check_rotation(pair, findings);
  }
  if (pair.distance <= 2) {
    check_sfu(pair, findings);
    check_uniforms(pair, findings);
    check_depth(pair, findings);
    check_branches(pair, findings);
  }
  check_swap(pair, findings);
  check_vpm_setup(pair, findings);
}

}  // namespace qpu
