// SPDX-License-Identifier: MIT
#include "qpu/hazards/rules.h"

#include <array>
#include <cstddef>

namespace qpu {
namespace {

constexpr Severity kNote = Severity::Note, kWarning = Severity::Warning, kError = Severity::Error;

// In the order of Rule: row_of() counts on it.
constexpr std::array kRules = {
    RuleRow{Rule::RegisterReadTooEarly, "H1", kError,
            "a register of file A or B is read by the word after the one that writes it; the old value is read", "4"},
    RuleRow{Rule::SfuResultTooEarly, "H3", kError,
            "r4 is read or loaded within two words after an SFU write; the result is in the third", "3.6, 4"},
    RuleRow{Rule::LoadReadTooEarly, "H4", kError,
            "r4 is read before it was loaded; a load is visible in the word after its signal", "2.2, 4"},
    RuleRow{Rule::RotationTooEarly, "H5", kError,
            "an accumulator is rotated by the word after the one that writes it; some lanes are stale", "3.7, 4"},
    RuleRow{Rule::RotationAmountTooEarly, "H6", kError,
            "a rotation by r5 follows the word that writes r5; the old amount counts", "3.7, 4"},
    RuleRow{Rule::UniformReadTooEarly, "H7", kError,
            "a uniform is read within two words after a change of the stream's address", "4, 5.1"},
    RuleRow{Rule::SwapSetTooLate, "H8", kError, "the first or second word after a write of tmu_noswap writes a TMU",
            "4, 5.3"},
    RuleRow{Rule::SwapSetLate, "H8a", kNote,
            "the third word after a write of tmu_noswap writes a TMU: the manual's example does so, others require the "
            "fourth",
            "4"},
    RuleRow{Rule::SwapSetAfterUse, "H8b", kWarning, "tmu_noswap is written after the TMUs were used", "4, 5.3"},
    RuleRow{Rule::VpmReadWaits, "H9", kNote,
            "one of the three words after a VPM read set-up reads vpm; the QPU waits (performance only)", "4, 11.2"},
    RuleRow{Rule::VpmSetupIgnored, "H10", kWarning,
            "a VPM read set-up while more than one announced vector is unread is ignored (U18)", "4, 12"},
    RuleRow{Rule::VpmReadUnannounced, "H11", kError,
            "vpm is read although every announced vector has been read; the QPU waits forever (U17)", "4, 12"},
    RuleRow{Rule::VpmReadLeftOver, "H11a", kNote, "the program ends with announced VPM vectors unread", "4"},
    RuleRow{Rule::CloselyCoupledPair, "H12", kError,
            "one word has two of: TMU write, TMU load, TLB access, SFU write, mutex acquire, semaphore", "4"},
    RuleRow{Rule::VpmPair, "H13", kWarning,
            "one word combines VPM accesses other than a vpm read with a vpm write; only that pair is reliable", "4"},
    RuleRow{Rule::VpmWithTmuLoad, "H13a", kNote,
            "a VPM access with an ldtmu signal: the manual allows it, experiments found it unreliable", "4"},
    RuleRow{Rule::TextureWithUniform, "H14", kError,
            "a texture coordinate consumes a uniform; the word must not read another", "4, 5.5"},
    RuleRow{Rule::ConditionalPeripheralWrite, "H15", kWarning,
            "a peripheral is triggered by every lane; those the condition excludes carry undefined data", "4"},
    RuleRow{Rule::DoublePeripheralWrite, "H16", kError,
            "both ALUs write the same peripheral, which fails even under complementary conditions", "2.7, 4"},
    RuleRow{Rule::PackIntoPeripheral, "H17", kError, "a MUL byte pack (pm=1) into a peripheral", "2.13, 4"},
    RuleRow{Rule::BranchTooEarly, "H18", kError,
            "a branch in the first or second delay slot of another; only the third may hold one", "2.9, 4"},
    RuleRow{Rule::EndWritesRegister, "H19", kError, "the word that signals the program end writes file A or B", "4"},
    RuleRow{Rule::EndTouchesPeripheral, "H20", kError,
            "the program end or its two delay slots read a uniform or varying, or touch VPM, DMA, ra14 or rb14", "4"},
    RuleRow{Rule::FragmentEdge, "H21", kError,
            "the scoreboard or TLB is used in the first two words, or tlb_z is written in the last", "4"},
    RuleRow{Rule::SemaphoreWrite, "H22", kError, "a semaphore word writes TLB, TMU or SFU", "2.11, 4"},
    RuleRow{Rule::DepthWriteTooLate, "H23", kError, "ms_flags is read within two words after a write of tlb_z", "4"},
    RuleRow{Rule::BranchRegisterTooEarly, "H24", kError,
            "a branch takes its target from a register that the word before it writes", "4"},
    RuleRow{Rule::ManyRequests, "H28", kWarning,
            "more than four TMU requests are outstanding; wrong data have been observed (U21)", "4, 5.4"},
    RuleRow{Rule::TooManyRequests, "H28a", kError,
            "more than eight TMU requests are outstanding; the FIFO holds eight, the QPU waits forever", "4, 5.4"},
    RuleRow{Rule::LoadWithoutRequest, "H29", kError, "ldtmu with no request outstanding; the QPU waits forever", "4"},
    RuleRow{Rule::UnfencedSignal, "H31", kNote,
            "a semaphore announces VPM data before a read-back has confirmed them; writes are posted", "4"},
    RuleRow{Rule::ReservedAddOp, "E1", kError, "a reserved code of op_add", "2.4"},
    RuleRow{Rule::ReservedBranchCondition, "E2", kError, "a reserved branch condition", "2.3"},
    RuleRow{Rule::ReservedLoadMode, "E3", kError, "a reserved mode of a load immediate", "2.1"},
    RuleRow{Rule::ReservedMulPack, "E4", kWarning, "a reserved pack mode of the MUL ALU (pm=1)", "2.13"},
    RuleRow{Rule::ReservedBits, "E5", kNote, "bits are set that this kind of word reserves", "2.1, 2.9"},
    RuleRow{Rule::DoubleAccumulatorWrite, "E6", kError,
            "both ALUs write the same accumulator in lanes that their conditions do not separate", "2.7"},
    RuleRow{Rule::UnmappedRead, "E7", kNote, "a read of an unmapped address", "2.8"},
    RuleRow{Rule::Breakpoint, "E8", kWarning, "a breakpoint halts the QPU; only a debugger can resume it", "2.2, 7"},
    RuleRow{Rule::NoEnd, "P1", kError, "no path through the program reaches thrend", "4"},
    RuleRow{Rule::BranchOutside, "P2", kError, "a branch leads out of the program or into the middle of a word", "2.9"},
    RuleRow{Rule::FallsOffTheEnd, "P3", kError, "execution runs past the last word or into data", "4"},
    RuleRow{Rule::RegisterNeverWritten, "P4", kWarning, "a register is read that was never written", "7"},
    RuleRow{Rule::FlagsNeverSet, "P5", kWarning, "a condition depends on flags that were never set", "3.1"},
    RuleRow{Rule::StoreNotAwaited, "P6", kNote,
            "the program ends while its DMA store may be running; read vw_wait after the last one", "4, 6.7"},
    RuleRow{Rule::StoredRowOverwritten, "D1", kError,
            "rows of the VPM are overwritten that a running store reads; read vw_wait first", "6.7"},
    RuleRow{Rule::LoadedRowUsed, "D2", kError,
            "rows of the VPM are read or stored that a running load brings; read vr_wait first", "6.7"},
    RuleRow{Rule::RowNeverWritten, "D3", kWarning, "a row of the VPM is read or stored that was never written", "6.5"},
    RuleRow{Rule::StrideNeverSet, "D4", kWarning,
            "a store of several rows without a stride; what is there after a reset is not known", "6.5"},
    RuleRow{Rule::RowBeyondVpm, "D5", kWarning, "a transfer reaches beyond row 63 of the VPM (U22)", "6.5, 12"},
    RuleRow{Rule::PitchTooWide, "D6", kError, "a pitch or stride of more than 16 bits (U15, U16)", "6.5, 6.6"},
    RuleRow{Rule::MutexKept, "P7", kError, "the program ends with the mutex; no other QPU can take it any more", "7"},
    RuleRow{Rule::SemaphoreUnbalanced, "P8", kError,
            "the program leaves a semaphore other than it was; counts outlive it", "7"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRules.size(); ++i)
    if (kRules[i].rule != static_cast<Rule>(i)) return false;
  return kRules.size() == static_cast<std::size_t>(Rule::SemaphoreUnbalanced) + 1;
}
static_assert(in_order());

}  // namespace

std::string_view name_of(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames = {"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::span<const RuleRow> rules() { return kRules; }

const RuleRow& row_of(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

}  // namespace qpu
