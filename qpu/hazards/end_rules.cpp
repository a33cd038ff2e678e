// SPDX-License-Identifier: MIT
#include "qpu/hazards/end_rules.h"

#include <fmt/format.h>

#include <string_view>

#include "qpu/registers.h"

namespace qpu {
namespace {

constexpr std::uint8_t kHandedOver = 14;  // ra14 and rb14: being loaded for the next thread (reference 4)

bool is_vpm_or_dma(std::uint8_t read_address) { return read_address >= read::kVpm && read_address <= read::kVrWaitA; }

bool touches_vpm(const Effects& e) {
  const Instruction& i = e.instruction;
  const bool reads = e.is_alu() && (is_vpm_or_dma(i.read_a) || (i.kind == Kind::Alu && is_vpm_or_dma(i.read_b)));
  return reads || e.writes_between(write::kVpm, write::kVrAddrA);
}

bool touches_handed_over(const Effects& e) { return e.reads(kHandedOver) || e.writes(kHandedOver); }

std::string_view forbidden_at_end(const Effects& e) {
  if (e.reads(read::kUniform)) return "reads a uniform";
  if (e.reads(read::kVarying)) return "reads a varying";
  if (touches_vpm(e)) return "touches VPM or DMA";
  if (touches_handed_over(e)) return "touches ra14 or rb14";
  return {};
}

bool uses_scoreboard_or_tlb(const Effects& e) {
  return e.writes_tlb() || e.loads_tlb() || e.instruction.signal == Signal::ScoreboardWait;
}

}  // namespace

void check_edges(const Node& node, const Effects& e, Findings& findings) {
  if (e.ends_program() && e.writes_between(0, write::kR0 - 1))
    findings.add(Rule::EndWritesRegister, node.word, "the word with thrend writes a register of file A or B");
  if (const auto what = forbidden_at_end(e); !what.empty() && (e.ends_program() || node.end_slots))
    findings.add(Rule::EndTouchesPeripheral, node.word, fmt::format("the end of the program {}", what));
  if (node.end_slots == 1 && e.writes(write::kTlbZ))
    findings.add(Rule::FragmentEdge, node.word, "the last word writes tlb_z");
  if (node.word < 2 && uses_scoreboard_or_tlb(e))
    findings.add(Rule::FragmentEdge, node.word, "one of the first two words uses the scoreboard or the TLB");
}

}  // namespace qpu
