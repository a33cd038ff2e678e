// SPDX-License-Identifier: MIT
#include "qpu/hazards/state_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/names.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

constexpr int kReliableRequests = 4, kRequestSlots = 8;  // U21, reference 5.4
constexpr std::size_t kWindowZ = 15;                     // ra15 and rb15 may hold W and Z from the start (reference 7)

bool holds_something(const State& state, std::size_t place) {
  return state.may_be_written(place) || place == kWindowZ || place == place::kB + kWindowZ;
}

void check_operands(const State& before, const Effects& e, std::uint32_t word, Findings& findings) {
  for (const Operands& operands : e.operands)
    for (const Mux mux : operands.muxes) {
      const auto place = place::of_mux(e.instruction, mux);
      if (!operands.matter || !place || holds_something(before, *place)) continue;
      if (mux == Mux::R4)
        findings.add(Rule::LoadReadTooEarly, word, "r4 was not loaded before this word");
      else
        findings.add(Rule::RegisterNeverWritten, word,
                     fmt::format("{} is read, but was never written", name_of(mux, e.instruction)));
    }
}

void check_branch_register(const State& before, const Effects& e, std::uint32_t word, Findings& findings) {
  const Instruction& i = e.instruction;
  if (e.is_branch() && i.with_register && !holds_something(before, i.branch_register))
    findings.add(Rule::RegisterNeverWritten, word,
                 fmt::format("the branch reads ra{}, which was never written", i.branch_register));
}

bool depends_on_flags(const Effects& e) {
  if (e.is_branch()) return e.instruction.branch_condition <= BranchCondition::AnyCarryClear;
  return std::any_of(e.written.begin(), e.written.end(),
                     [](const RegisterWrite& write) { return write.happens && write.condition != Condition::Always; });
}

void check_flags(const State& before, const Effects& e, std::uint32_t word, Findings& findings) {
  if (depends_on_flags(e) && !before.may_be_written(place::kFlags))
    findings.add(Rule::FlagsNeverSet, word, "the condition is read, but the flags were never set");
}

void check_requests(const TmuQueue& queue, int number, std::uint32_t word, Findings& findings) {
  const int outstanding = queue.fewest + 1;
  if (outstanding > kReliableRequests)
    findings.add(outstanding > kRequestSlots ? Rule::TooManyRequests : Rule::ManyRequests, word,
                 fmt::format("at least {} requests are outstanding in TMU{}", outstanding, number));
}

void check_tmu(const State& before, const Effects& e, std::uint32_t word, Findings& findings) {
  if (const auto number = e.requested_tmu()) {
    check_requests(before.tmu(*number), *number, word, findings);
    if (before.tmu(*number).coordinates && e.reads(read::kUniform))
      findings.add(Rule::TextureWithUniform, word, "a texture lookup and a uniform read in one word");
  }
  if (const auto number = e.loaded_tmu(); number && before.tmu(*number).most == 0)
    findings.add(Rule::LoadWithoutRequest, word, fmt::format("TMU{} has no request outstanding", *number));
  if (e.writes(write::kTmuNoSwap) && (before.tmu(0).used || before.tmu(1).used))
    findings.add(Rule::SwapSetAfterUse, word, "the TMUs were used before this write of tmu_noswap");
}

void check_vpm(const State& before, const Effects& e, std::uint32_t word, Findings& findings) {
  const auto unread = before.vpm_vectors_announced();
  if (!unread) return;
  if (e.reads(read::kVpm) && *unread == 0)
    findings.add(Rule::VpmReadUnannounced, word, "no vector is announced for this vpm read");
  if (announced_by(e, before).vectors && *unread > 1)
    findings.add(Rule::VpmSetupIgnored, word, fmt::format("{} announced vectors are unread at this set-up", *unread));
}

}  // namespace

void check_state(const State& before, const Effects& effects, std::uint32_t word, Findings& findings) {
  check_operands(before, effects, word, findings);
  check_branch_register(before, effects, word, findings);
  check_flags(before, effects, word, findings);
  check_tmu(before, effects, word, findings);
  check_vpm(before, effects, word, findings);
}

void check_final_state(const State& after, std::uint32_t last_word, Findings& findings) {
  if (const auto unread = after.vpm_vectors_announced(); unread && *unread > 0)
    findings.add(Rule::VpmReadLeftOver, last_word, fmt::format("{} announced VPM vectors are unread", *unread));
  if (after.store_running())
    findings.add(Rule::StoreNotAwaited, last_word, "the program ends, and vw_wait was not read after the last store");
  if (after.shared().has_mutex()) findings.add(Rule::MutexKept, last_word, "the program ends with the mutex");
}

}  // namespace qpu
