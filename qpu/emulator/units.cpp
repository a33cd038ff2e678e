// SPDX-License-Identifier: MIT
#include "qpu/emulator/units.h"

#include <algorithm>

namespace qpu {
namespace {

constexpr std::uint32_t kSliceCacheBytes = 4 * 1024, kSliceCacheWays = 4;  // U27, U28

Fault fault_of(const QpuState& qpu, Word word, FaultKind kind, std::string text) {
  return {kind,
          qpu.number,
          qpu.pc,
          word,
          qpu.time / kTicksPerCycle,
          std::move(text),
          std::make_shared<const RegisterSnapshot>(snapshot_of(qpu))};
}

Policy policy_of(FaultKind kind, const MachineOptions& options) {
  switch (kind) {
    case FaultKind::BrokenHazard:
      return options.hazards;
    case FaultKind::UndefinedRead:
      return options.undefined_reads;
    case FaultKind::StaleRead:
      return options.stale_reads;
    default:
      return Policy::Fault;
  }
}

BoardTiming timing_of(const MachineOptions& options) {
  BoardTiming timing = board_timing(options.board);
  if (options.cold_code_clocks) timing.instruction_cold = *options.cold_code_clocks * kTicksPerCycle;
  return timing;
}

std::uint64_t& count_of(FaultKind kind, Statistics& statistics) {
  if (kind == FaultKind::BrokenHazard) return statistics.broken_hazards;
  return kind == FaultKind::UndefinedRead ? statistics.undefined_reads : statistics.stale_words;
}

}  // namespace

Slice::Slice(MemoryPath& path, const BoardTiming& timing, Statistics& statistics)
    : instructions(kSliceCacheBytes, kSliceCacheWays),
      uniforms(kSliceCacheBytes, kSliceCacheWays),
      tmu{Tmu{path, timing, statistics}, Tmu{path, timing, statistics}} {}

Units::Units(Sdram& sdram, MachineOptions machine_options)
    : options(std::move(machine_options)),
      timing(timing_of(options)),
      memory(sdram),
      path(sdram, timing, statistics),
      slices(kSlices, Slice(path, timing, statistics)),
      dma(path, vpm, timing, statistics, options.late) {}

void Units::violation(const QpuState& qpu, Word word, FaultKind kind, std::string text) {
  if (policy_of(kind, options) == Policy::Fault) raise(qpu, word, kind, std::move(text));
  ++count_of(kind, statistics);
  if (options.violation && told_.emplace(qpu.pc, kind).second)
    options.violation(fault_of(qpu, word, kind, std::move(text)));
}

void raise(const QpuState& qpu, Word word, FaultKind kind, std::string text) {
  throw fault_of(qpu, word, kind, std::move(text));
}

RegisterSnapshot snapshot_of(const QpuState& qpu) {
  RegisterSnapshot snapshot;
  const auto copy = [&](std::array<std::uint32_t, 16>& to, int index) {
    std::ranges::copy(qpu.bank[static_cast<std::size_t>(index)].lane, to.begin());
  };
  for (int i = 0; i < 32; ++i) copy(snapshot.ra[i], bank::kFileA + i), copy(snapshot.rb[i], bank::kFileB + i);
  for (int i = 0; i < 6; ++i) copy(snapshot.accumulators[i], bank::kR0 + i);
  snapshot.zero = bits_of(qpu.zero);
  snapshot.negative = bits_of(qpu.negative);
  snapshot.carry = bits_of(qpu.carry);
  snapshot.written_a = static_cast<std::uint32_t>(qpu.written.files);
  snapshot.written_b = static_cast<std::uint32_t>(qpu.written.files >> 32);
  return snapshot;
}

}  // namespace qpu
