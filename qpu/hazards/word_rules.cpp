// SPDX-License-Identifier: MIT
#include "qpu/hazards/word_rules.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "qpu/registers.h"

namespace qpu {
namespace {

bool is_reserved(AddOp op) {
  const auto code = static_cast<int>(op);
  return (code >= 9 && code <= 11) || (code >= 25 && code <= 29);
}

bool has_reserved_add_op(const Effects& e) { return e.is_alu() && is_reserved(e.instruction.add_op); }

bool has_reserved_branch_condition(const Effects& e) {
  const auto code = static_cast<int>(e.instruction.branch_condition);
  return e.is_branch() && code >= 12 && code <= 14;
}

// Bits 59:57 are part of what decode() takes for the kind: only 000 is the plain load.
bool has_reserved_load_mode(const Effects& e) {
  return e.instruction.kind == Kind::LoadImmediate && (e.word >> 57 & 7) != 0;
}

// Code 11 is what one assembler writes for .8888sf (reference, appendix A): it has run on the chip.
bool has_reserved_mul_pack(const Effects& e) {
  if (e.is_branch() || !e.instruction.pm || !e.written[1].happens) return false;
  const Pack pack = e.instruction.pack;
  const bool defined = pack == Pack::None || (pack >= Pack::Replicate && pack <= Pack::Byte3);
  return !defined && pack != Pack::SaturateReplicate;
}

void check_encoding(const Effects& e, std::size_t word, Findings& findings) {
  if (has_reserved_add_op(e))
    findings.add(Rule::ReservedAddOp, word,
                 fmt::format("op_add {} is reserved", static_cast<int>(e.instruction.add_op)));
  if (has_reserved_branch_condition(e))
    findings.add(Rule::ReservedBranchCondition, word,
                 fmt::format("branch condition {} is reserved", static_cast<int>(e.instruction.branch_condition)));
  if (has_reserved_load_mode(e))
    findings.add(Rule::ReservedLoadMode, word,
                 fmt::format("mode {} of a load immediate is reserved", e.word >> 57 & 7));
  else if (encode(e.instruction) != e.word)
    findings.add(Rule::ReservedBits, word,
                 fmt::format("reserved bits are set: 0x{:016x}", e.word ^ encode(e.instruction)));
  if (has_reserved_mul_pack(e))
    findings.add(Rule::ReservedMulPack, word,
                 fmt::format("pack {} with pm=1 is reserved", static_cast<int>(e.instruction.pack)));
  if (e.is_alu() && e.instruction.signal == Signal::Breakpoint)
    findings.add(Rule::Breakpoint, word, "the QPU halts at this breakpoint");
}

std::vector<std::string> closely_coupled(const Effects& e) {
  std::vector<std::string> accesses;
  for (const RegisterWrite& w : e.written) {
    if (!w.happens) continue;
    if (w.address >= write::kTmu0S) accesses.emplace_back("a TMU write");
    if (w.address >= write::kTlbStencil && w.address <= write::kTlbAlphaMask) accesses.emplace_back("a TLB write");
    if (w.address >= write::kRecip && w.address <= write::kLog) accesses.emplace_back("an SFU write");
  }
  if (e.loaded_tmu()) accesses.emplace_back("a TMU load");
  if (e.loads_tlb()) accesses.emplace_back("a TLB load");
  if (e.reads(read::kMutexAcquire)) accesses.emplace_back("a mutex acquire");
  if (e.is_semaphore()) accesses.emplace_back("a semaphore");
  return accesses;
}

bool writes_only_where(const Effects& e, bool (Effects::*what)() const) { return e.is_semaphore() && (e.*what)(); }

void check_coupling(const Effects& e, std::size_t word, Findings& findings) {
  if (writes_only_where(e, &Effects::writes_tlb) || writes_only_where(e, &Effects::writes_tmu) ||
      writes_only_where(e, &Effects::writes_sfu)) {
    findings.add(Rule::SemaphoreWrite, word, "the semaphore's word writes TLB, TMU or SFU");
    return;
  }
  const std::vector<std::string> accesses = closely_coupled(e);
  if (accesses.size() > 1)
    findings.add(Rule::CloselyCoupledPair, word, fmt::format("{} and {} in one word", accesses[0], accesses[1]));
}

void check_vpm(const Effects& e, std::size_t word, Findings& findings) {
  const bool setup_read = e.writes(Space::A, write::kVrSetupA), setup_write = e.writes(Space::B, write::kVwSetupB);
  const bool reads = e.reads(read::kVpm), writes = e.writes(write::kVpm);
  if (setup_read && setup_write) findings.add(Rule::VpmPair, word, "vr_setup and vw_setup in one word");
  if ((reads || writes) && (setup_read || setup_write))
    findings.add(Rule::VpmPair, word, fmt::format("a vpm {} with a set-up", reads ? "read" : "write"));
  if (e.loaded_tmu() && (reads || writes || setup_read || setup_write))
    findings.add(Rule::VpmWithTmuLoad, word, fmt::format("a VPM access with ldtmu{}", *e.loaded_tmu()));
}

bool takes_condition(std::uint8_t address) { return !is_peripheral(address) || address == write::kHostInterrupt; }

void check_conditions(const Effects& e, std::size_t word, Findings& findings) {
  for (const RegisterWrite& w : e.written)
    if (w.happens && w.condition != Condition::Always && !takes_condition(w.address))
      findings.add(Rule::ConditionalPeripheralWrite, word,
                   fmt::format("peripheral {} is triggered whatever the condition", w.address));
}

// Addresses of different registers in the two spaces.
bool has_two_sides(std::uint8_t address) {
  return address == write::kVrSetupA || address == write::kVrAddrA || address == write::kQuadXA ||
         address == write::kMsFlagsA;
}

bool give_the_same(const Instruction& i) { return add_keeps(i) && mul_keeps(i); }

void check_double_writes(const Effects& e, std::size_t word, Findings& findings) {
  const auto& [add, mul] = e.written;
  if (!add.happens || !mul.happens || add.address != mul.address || add.address < write::kR0) return;
  if (is_peripheral(add.address)) {
    if (!has_two_sides(add.address) && !e.is_branch())
      findings.add(Rule::DoublePeripheralWrite, word, fmt::format("both ALUs write peripheral {}", add.address));
  } else if (!disjoint(add.condition, mul.condition) && e.is_alu() && !give_the_same(e.instruction)) {
    findings.add(Rule::DoubleAccumulatorWrite, word,
                 fmt::format("both ALUs write r{} in the same lanes", add.address - write::kR0));
  }
}

void check_pack(const Effects& e, std::size_t word, Findings& findings) {
  const bool packs = !e.is_branch() && e.instruction.pm && e.instruction.pack != Pack::None;
  if (packs && e.written[1].happens && is_peripheral(e.written[1].address))
    findings.add(Rule::PackIntoPeripheral, word,
                 fmt::format("a MUL pack does not work into peripheral {}", e.written[1].address));
}

bool is_unmapped(std::uint8_t address) {
  return address == 33 || address == 34 || address == 36 || address == 37 || address == 40 ||
         (address >= 43 && address <= 47) || address >= 52;
}

void check_unmapped(const Effects& e, std::size_t word, Findings& findings) {
  if (!e.is_alu()) return;
  if (e.takes(Mux::A) && is_unmapped(e.instruction.read_a))
    findings.add(Rule::UnmappedRead, word, fmt::format("address A {} is not readable", e.instruction.read_a));
  if (e.takes(Mux::B) && e.instruction.kind == Kind::Alu && is_unmapped(e.instruction.read_b))
    findings.add(Rule::UnmappedRead, word, fmt::format("address B {} is not readable", e.instruction.read_b));
}

void check_texture(const Effects& e, std::size_t word, Findings& findings) {
  const bool coordinate =
      e.writes_between(write::kTmu0T, write::kTmu0B) || e.writes_between(write::kTmu1T, write::kTmu1B);
  if (coordinate && e.reads(read::kUniform))
    findings.add(Rule::TextureWithUniform, word, "a texture coordinate and a uniform read in one word");
}

}  // namespace

bool is_defined(const Effects& e) {
  return !has_reserved_add_op(e) && !has_reserved_branch_condition(e) && !has_reserved_load_mode(e) &&
         encode(e.instruction) == e.word && !(e.is_alu() && e.instruction.signal == Signal::Breakpoint);
}

void check_word(const Effects& effects, std::size_t word, Findings& findings) {
  check_encoding(effects, word, findings);
  check_coupling(effects, word, findings);
  check_vpm(effects, word, findings);
  check_conditions(effects, word, findings);
  check_double_writes(effects, word, findings);
  check_pack(effects, word, findings);
  check_unmapped(effects, word, findings);
  check_texture(effects, word, findings);
}

}  // namespace qpu
