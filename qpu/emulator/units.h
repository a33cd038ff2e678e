// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/memory_path.h"
#include "qpu/emulator/qpu_state.h"

namespace qpu {

inline constexpr int kQpus = 12, kQpusPerSlice = 4, kSlices = kQpus / kQpusPerSlice, kSemaphores = 16;
inline constexpr std::uint32_t kMostSemaphore = 15;

// What four QPUs share.
struct Slice {
  Slice(MemoryPath& path, const BoardTiming& timing, Statistics& statistics);

  LineCache<NoContents> instructions;  // U28; time only: words are always those in memory
  LineCache<CachedLine> uniforms;      // U27
  std::array<Tmu, 2> tmu;
};

struct Counters {
  std::uint64_t instruction_misses = 0, uniform_fetches = 0, uniform_misses = 0, busy_ticks = 0;
};

// The shared units of V3D, and the state that all QPUs need.
struct Units {
  Units(Sdram& sdram, MachineOptions machine_options);

  // A rule is broken here: throws Fault, or under Policy::AsHardware counts it and reports it once.
  void violation(const QpuState& qpu, Word word, FaultKind kind, std::string text);

  MachineOptions options;
  const BoardTiming timing;
  Statistics statistics;
  Counters counters;
  Sdram& memory;
  MemoryPath path;
  std::vector<Slice> slices;
  Vpm vpm;
  VpmRegion vpm_written;  // since the machine was made or reset
  DmaEngines dma;
  Ticks vpm_free = 0;
  std::array<std::uint32_t, kSemaphores> semaphores{};
  int mutex_owner = -1;
  std::uint32_t host_interrupts = 0;
  static constexpr std::uint32_t kMutexWoken = 1u << kSemaphores;
  std::uint32_t woken = 0;  // QPUs that waited for these may retry: a bit per semaphore, and the mutex

  Slice& slice_of(const QpuState& qpu) { return slices[static_cast<std::size_t>(qpu.number / kQpusPerSlice)]; }

 private:
  std::set<std::pair<std::uint32_t, FaultKind>> told_;
};

// Ends the run: throws Fault, which run() catches.
[[noreturn]] void raise(const QpuState& qpu, Word word, FaultKind kind, std::string text);
RegisterSnapshot snapshot_of(const QpuState& qpu);

}  // namespace qpu
