// SPDX-License-Identifier: MIT
#include "qpu/hazards/vpm_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "qpu/hazards/values_of.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

class TransferChecks {
 public:
  TransferChecks(const State& before, const Effects& effects, std::uint32_t word, bool alone, Findings& findings)
      : before_(before), e_(effects), word_(word), alone_(alone), findings_(findings), vpm_(before.vpm()) {
    vpm_.await(effects);
  }

  void check() {
    check_vectors();
    if (const auto store = vpm_.store_begun(e_)) check_store(*store);
    if (const auto load = vpm_.load_begun(e_)) check_load(*load);
    check_pitch(Space::B, write::kVwSetupB, 3, 29, 17, "stride");  // blockmode is bit 16
    check_pitch(Space::A, write::kVrSetupA, 9, 27, 16, "pitch");
  }

 private:
  void add(Rule rule, std::string text) { findings_.add(rule, word_, std::move(text)); }

  void check_vectors() {
    if (e_.writes(write::kVpm) && vpm_.write() && region_of(*vpm_.write()).meets(vpm_.stored()))
      add(Rule::StoredRowOverwritten, "what the running store reads is overwritten before vw_wait");
    const auto access = vpm_.next_read();
    if (!e_.reads(read::kVpm) || !access) return;
    const VpmRegion read = region_of(*access);
    if (read.meets(vpm_.loaded())) add(Rule::LoadedRowUsed, "what the running load brings is read before vr_wait");
    const bool used = e_.takes(e_.reads(Space::A, read::kVpm) ? Mux::A : Mux::B);
    if (used) check_written(read, "read");
  }

  void check_store(const StoreSetup& store) {
    const VpmRegion region = qpu::region_of(store);
    if (region.meets(vpm_.loaded())) add(Rule::LoadedRowUsed, "what the running load brings is stored before vr_wait");
    check_written(region, "stored");
    if (store.units() > 1 && !vpm_.stride_may_be_set())
      add(Rule::StrideNeverSet, fmt::format("{} rows are stored, and no stride was ever set", store.units()));
    check_last_row(last_row(store), "store");
  }

  void check_load(const LoadSetup& load) {
    if (qpu::region_of(load).meets(vpm_.stored()))
      add(Rule::StoredRowOverwritten, "what the running store reads is loaded over before vw_wait");
    check_last_row(last_row(load), "load");
  }

  void check_written(const VpmRegion& region, std::string_view what) {
    const int row = region.row_without(vpm_.may_be_written());
    if (alone_ && row >= 0)
      add(Rule::RowNeverWritten, fmt::format("row {} of the VPM is {}, but was never written", row, what));
  }

  void check_last_row(int row, std::string_view what) {
    if (row >= kVpmRows)
      add(Rule::RowBeyondVpm, fmt::format("the {} reaches row {}; the last one is {}", what, row, kVpmRows - 1));
  }

  void check_pitch(Space space, std::uint8_t address, std::uint32_t id, int highest, int lowest,
                   std::string_view what) {
    const auto setup = value_written(e_, before_, space, address);
    if (setup && field(*setup, 31, highest + 1) == id && field(*setup, highest, lowest) != 0)
      add(Rule::PitchTooWide, fmt::format("the {} in 0x{:08x} has more than 16 bits", what, *setup));
  }

  static VpmRegion region_of(const VpmAccess& access) {
    VpmRegion region;
    region.add(access);
    return region;
  }

  const State& before_;
  const Effects& e_;
  std::uint32_t word_;
  bool alone_;
  Findings& findings_;
  VpmState vpm_;
};

struct Uses {
  bool releases = false, acquires = false;
};

Uses uses_of(std::uint32_t semaphore, const Flow& flow, std::span<const Effects> program) {
  Uses uses;
  for (const auto& [node, visit] : flow.visits()) {
    const Effects& e = program[node.word];
    if (!e.is_semaphore() || (e.instruction.immediate & 15) != semaphore) continue;
    (e.releases_semaphore() ? uses.releases : uses.acquires) = true;
  }
  return uses;
}

}  // namespace

void check_transfers(const State& before, const Effects& effects, std::uint32_t word, bool alone, Findings& findings) {
  TransferChecks(before, effects, word, alone, findings).check();
}

void check_balance(const Flow& flow, std::span<const Effects> program, Findings& findings) {
  SharedState all_ends;
  std::optional<std::uint32_t> last_word;
  for (const auto& [node, visit] : flow.visits()) {
    if (node.end_slots != 1) continue;
    if (!last_word)
      all_ends = visit.before.shared();
    else
      all_ends.merge(visit.before.shared());
    last_word = node.word;
  }
  for (std::uint32_t number = 0; last_word && number < 16; ++number) {
    const auto& balance = all_ends.semaphore(number);
    if (!balance || (balance->least <= 0 && balance->most >= 0)) continue;
    const Uses uses = uses_of(number, flow, program);  // one that does either may have a partner with other words
    if (uses.releases && uses.acquires)
      findings.add(
          Rule::SemaphoreUnbalanced, *last_word,
          fmt::format("semaphore {} has been {} more often than {}", number,
                      balance->least > 0 ? "released" : "acquired", balance->least > 0 ? "acquired" : "released"));
  }
}

}  // namespace qpu
