// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "qpu/emulator/executor.h"
#include "qpu/emulator/sfu.h"
#include "qpu/registers.h"

// Writes above the register files (reference 2.8). All but host_int happen whatever the condition (H15).
namespace qpu {
namespace {

constexpr int kInstructionsToEffect = 3;  // this one and two more (H3, H7)

bool asks_for_interrupt(const Lanes& value, const Lanes& where) {
  for (int lane = 0; lane < kLanes; ++lane)
    if ((value[lane] & where[lane]) != 0) return true;
  return false;
}

}  // namespace

void Executor::write_io(QpuState& qpu, const Decoded& d, std::uint8_t address, bool space_b, const Result& result) {
  const Lanes& value = result.value;
  switch (address) {
    case write::kTmuNoSwap:
      qpu.tmu_swaps = value[0] == 0;
      return;
    case write::kHostInterrupt:
      if (asks_for_interrupt(value, lanes_where(result.condition, qpu))) units_.host_interrupts |= 1u << qpu.number;
      return;
    case write::kUniformsAddress:
      qpu.uniforms_restart = {kInstructionsToEffect, broadcast(value[0])};
      qpu.pending = true;
      return;
    case write::kQuadXA:
    case write::kMsFlagsA:
      return;  // of fragment shaders; nothing here looks at them
    case write::kVpm:
      units_.vpm.write(qpu.vpm_write, value);
      qpu.vpm_write.advance();
      units_.statistics.vpm_written_words += kLanes;
      units_.vpm_free = qpu.vpm_posted = std::max(qpu.time, units_.vpm_free) + units_.timing.vpm_vector;
      return;
    case write::kVrSetupA:
      return write_setup(qpu, d, space_b, value[0]);
    case write::kVrAddrA:
      return start_dma(qpu, d, space_b, value[0]);
    case write::kMutexRelease:
      if (units_.mutex_owner == qpu.number) units_.mutex_owner = -1;
      units_.woken |= Units::kMutexWoken;
      return;
    case write::kRecip:
    case write::kRecipSqrt:
    case write::kExp:
    case write::kLog:
      qpu.sfu.instructions = kInstructionsToEffect;
      qpu.pending = true;
      for (int lane = 0; lane < kLanes; ++lane)
        qpu.sfu.value[lane] = sfu(static_cast<SfuFunction>(address - write::kRecip), value[lane]);
      return;
    case write::kTmu0S:
    case write::kTmu1S:
      return request_tmu(qpu, d, address == write::kTmu1S ? 1 : 0, value);
    default:
      raise(qpu, d.word, FaultKind::NotModelled,
            address >= write::kTmu0S ? "texture look-ups are not modelled; general look-ups write s alone (5.2)"
                                     : "writes the tile buffer, which user programs have none of");
  }
}

void Executor::write_setup(QpuState& qpu, const Decoded& d, bool space_b, std::uint32_t setup) {
  const bool generic = setup >> 30 == 0;
  if (space_b && generic)
    qpu.vpm_write = VpmAccess::decode(setup);
  else if (space_b)
    qpu.store.write(setup);
  else if (generic)
    announce_vpm_read(qpu, d, setup);
  else
    qpu.load.write(setup);
}

// U18: a second block may wait when of the first one vector at most is left to be fetched into the FIFO of the port,
// which holds one. A set-up too many is ignored.
void Executor::announce_vpm_read(QpuState& qpu, const Decoded& d, std::uint32_t setup) {
  constexpr int kLeftBefore = 2;
  auto& [first, second] = qpu.vpm_reads;
  if (second.left != 0 || first.left > kLeftBefore)
    return units_.violation(qpu, d.word, FaultKind::BrokenHazard,
                            "a VPM read is set up while vectors of others wait: the set-up is ignored (H10)");
  const Ticks begin = std::max(qpu.time, units_.vpm_free);
  const int count = vectors_of(setup);
  units_.vpm_free = begin + units_.timing.vpm_vector * static_cast<Ticks>(count);
  VpmReadBlock& block = first.left == 0 ? first : second;
  block.access = VpmAccess::decode(setup);
  block.left = count;
  block.ready = begin + units_.timing.vpm_read_latency;
}

void Executor::start_dma(QpuState& qpu, const Decoded& d, bool space_b, std::uint32_t address) {
  const auto outside = space_b ? units_.dma.outside(qpu.store, address) : units_.dma.outside(qpu.load, address);
  if (outside)
    raise(qpu, d.word, FaultKind::WrongAddress,
          fmt::format("the {} at 0x{:08x} reaches 0x{:08x}, outside of memory", space_b ? "store" : "load", address,
                      *outside));
  if (space_b)
    qpu.store_done = units_.dma.start(qpu.store, address, qpu.time);
  else
    qpu.load_done = units_.dma.start(qpu.load, address, qpu.time);
}

void Executor::request_tmu(QpuState& qpu, const Decoded& d, int unit, const Lanes& addresses) {
  for (int lane = 0; lane < kLanes; ++lane)
    if (!units_.memory.contains(addresses[lane] & ~3u, 4))
      raise(qpu, d.word, FaultKind::WrongAddress,
            fmt::format("lane {} looks up 0x{:08x}, outside of memory", lane, addresses[lane]));
  TmuFifo& fifo = qpu.tmu[static_cast<std::size_t>(unit)];
  if (fifo.outstanding() >= TmuFifo::kRequestSlots)
    units_.violation(qpu, d.word, FaultKind::BrokenHazard, "more than eight look-ups are outstanding (H28)");
  const bool swapped = qpu.tmu_swaps && (qpu.number & 2) != 0;  // reference 5.3
  Tmu& tmu = units_.slice_of(qpu).tmu[static_cast<std::size_t>(swapped ? 1 - unit : unit)];
  Lanes words;
  const Tmu::Found found = tmu.look_up(addresses, words, qpu.time, units_.options.stale_reads == Policy::Fault);
  fifo.push(found.ready) = words;
  if (found.stale_lanes == 0) return;
  const int lane = std::countr_zero(found.stale_lanes);
  units_.violation(
      qpu, d.word, FaultKind::StaleRead,
      fmt::format("lane {}: a cache still holds what 0x{:08x} was before (H30, 5.6)", lane, addresses[lane]));
}

}  // namespace qpu
