// SPDX-License-Identifier: MIT
#include "qpu/emulator/peripherals.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/emulator/sfu.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

constexpr int kInstructionsToEffect = 3;  // this one and two more (H3, H7)

bool asks_for_interrupt(const Lanes& value, const Lanes& where) {
  for (int lane = 0; lane < kLanes; ++lane)
    if ((value[lane] & where[lane]) != 0) return true;
  return false;
}

}  // namespace

void Peripherals::write(QpuState& qpu, Word word, std::uint8_t address, bool space_b, const Lanes& value,
                        Condition condition) {
  switch (address) {
    case write::kTmuNoSwap:
      qpu.tmu_swaps = value[0] == 0;
      return;
    case write::kHostInterrupt:
      if (asks_for_interrupt(value, lanes_where(condition, qpu))) units_.host_interrupts |= 1u << qpu.number;
      return;
    case write::kUniformsAddress:
      qpu.uniforms_restart = {kInstructionsToEffect, broadcast(value[0])};
      qpu.pending = true;
      return;
    case write::kQuadXA:
    case write::kMsFlagsA:
      return;  // for fragment shaders; unused here
    case write::kVpm:
      return write_vpm(qpu, word, value);
    case write::kVrSetupA:
      return write_setup(qpu, word, space_b, value[0]);
    case write::kVrAddrA:
      return start_dma(qpu, word, space_b, value[0]);
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
      return request_tmu(qpu, word, address == write::kTmu1S ? 1 : 0, value);
    default:
      raise(qpu, word, FaultKind::NotModelled,
            address >= write::kTmu0S ? "texture look-ups are not modelled; general look-ups write s alone (5.2)"
                                     : "writes the tile buffer, which user programs do not have");
  }
}

void Peripherals::write_vpm(QpuState& qpu, Word word, const Lanes& value) {
  VpmRegion written;
  if (units_.dma.store_unawaited()) written.add(qpu.vpm_write);
  if (units_.dma.store_unawaited() && written.meets(units_.dma.stored()))
    units_.violation(qpu, word, FaultKind::BrokenHazard,
                     "overwrites what a running store reads, which no QPU has awaited (6.7)");
  if (units_.options.late)
    qpu.posted.push(qpu.vpm_write, value, units_.vpm);
  else
    units_.vpm.write(qpu.vpm_write, value);
  units_.vpm_written.add(qpu.vpm_write);
  qpu.vpm_write.advance();
  units_.statistics.vpm_written_words += kLanes;
  units_.vpm_free = qpu.vpm_posted = std::max(qpu.time, units_.vpm_free) + units_.timing.vpm_vector;
}

void Peripherals::write_setup(QpuState& qpu, Word word, bool space_b, std::uint32_t setup) {
  const bool generic = setup >> 30 == 0;
  const std::uint32_t beyond = space_b ? field(setup, 29, 17) : field(setup, 27, 16);
  if (setup >> (space_b ? 30 : 28) == (space_b ? 3 : 9) && beyond != 0)
    units_.violation(qpu, word, FaultKind::BrokenHazard,
                     space_b ? "a stride of more than 16 bits (U15)" : "a pitch of more than 16 bits (U16)");
  if (space_b && generic)
    qpu.vpm_write = VpmAccess::decode(setup);
  else if (space_b)
    qpu.store.write(setup);
  else if (generic)
    announce_vpm_read(qpu, word, setup);
  else
    qpu.load.write(setup);
}

// U18: a second block may wait if the first has at most one vector left to be fetched into the FIFO of the port,
// which holds one. A further set-up is ignored.
void Peripherals::announce_vpm_read(QpuState& qpu, Word word, std::uint32_t setup) {
  constexpr int kLeftBefore = 2;
  auto& [first, second] = qpu.vpm_reads;
  if (second.left != 0 || first.left > kLeftBefore)
    return units_.violation(qpu, word, FaultKind::BrokenHazard,
                            "a VPM read is set up while vectors of earlier ones wait: the set-up is ignored (H10)");
  const Ticks begin = std::max(qpu.time, units_.vpm_free);
  const int count = vectors_of(setup);
  units_.vpm_free = begin + units_.timing.vpm_vector * static_cast<Ticks>(count);
  VpmReadBlock& block = first.left == 0 ? first : second;
  block.access = VpmAccess::decode(setup);
  block.left = count;
  block.ready = begin + units_.timing.vpm_read_latency;
}

void Peripherals::check_transfer(const QpuState& qpu, Word word, bool store) {
  const auto broken = [&](std::string text) { units_.violation(qpu, word, FaultKind::BrokenHazard, std::move(text)); };
  const int row = store ? last_row(qpu.store) : last_row(qpu.load);
  if (row >= Vpm::kRows)
    broken(fmt::format("a {} reaches row {} of the VPM, which ends with 63 (U22)", store ? "store" : "load", row));
  if (store && qpu.store.stride == 0 && qpu.store.units() > 1)
    broken("a store of several rows, and no stride was ever set (6.5)");
  const VpmRegion region = store ? region_of(qpu.store) : region_of(qpu.load);
  if (store && region.meets(units_.dma.loaded()))
    broken("stores what a running load brings, which no QPU has awaited (6.7)");
  if (!store && region.meets(units_.dma.stored()))
    broken("loads over what a running store reads, which no QPU has awaited (6.7)");
  const int unwritten = store ? region.row_without(units_.vpm_written) : -1;
  if (unwritten >= 0) broken(fmt::format("stores row {} of the VPM, which nothing has written (6.5)", unwritten));
  if (!store) units_.vpm_written.add(region);
}

void Peripherals::start_dma(QpuState& qpu, Word word, bool space_b, std::uint32_t address) {
  const auto outside = space_b ? units_.dma.outside(qpu.store, address) : units_.dma.outside(qpu.load, address);
  if (outside)
    raise(qpu, word, FaultKind::WrongAddress,
          fmt::format("the {} at 0x{:08x} reaches 0x{:08x}, outside of memory", space_b ? "store" : "load", address,
                      *outside));
  check_transfer(qpu, word, space_b);
  if (space_b) {
    qpu.posted.arrive(units_.vpm);  // before its own store
    qpu.store_done = units_.dma.start(qpu.store, address, qpu.time);
  } else {
    qpu.load_done = units_.dma.start(qpu.load, address, qpu.time);
  }
}

void Peripherals::request_tmu(QpuState& qpu, Word word, int unit, const Lanes& addresses) {
  for (int lane = 0; lane < kLanes; ++lane)
    if (!units_.memory.contains(addresses[lane] & ~3u, 4))
      raise(qpu, word, FaultKind::WrongAddress,
            fmt::format("lane {} looks up 0x{:08x}, outside of memory", lane, addresses[lane]));
  TmuFifo& fifo = qpu.tmu[static_cast<std::size_t>(unit)];
  if (fifo.outstanding() >= TmuFifo::kRequestSlots)
    units_.violation(qpu, word, FaultKind::BrokenHazard, "more than eight look-ups are outstanding (H28)");
  const bool swapped = qpu.tmu_swaps && (qpu.number & 2) != 0;  // reference 5.3
  Tmu& tmu = units_.slice_of(qpu).tmu[static_cast<std::size_t>(swapped ? 1 - unit : unit)];
  Lanes words;
  const Tmu::Found found = tmu.look_up(addresses, words, qpu.time, units_.options.stale_reads == Policy::Fault);
  fifo.push(found.ready) = words;
  if (found.stale_lanes == 0) return;
  const int lane = std::countr_zero(found.stale_lanes);
  units_.violation(
      qpu, word, FaultKind::StaleRead,
      fmt::format("lane {}: a cache still holds what 0x{:08x} was before (H30, 5.6)", lane, addresses[lane]));
}

void Peripherals::read(QpuState& qpu, Word word, std::uint8_t address, bool port_b, Lanes& value) {
  const auto busy = [&](Ticks done) { return broadcast(qpu.time < done ? 1 : 0); };
  switch (address) {
    case read::kNothing:
      for (int lane = 0; lane < kLanes; ++lane) value[lane] = (port_b ? qpu.latch_b : qpu.latch_a)[lane & 3];
      return;
    case read::kUniform:
      value = broadcast(next_uniform(qpu, word));
      return;
    case read::kVpm:
      value = next_vpm_vector(qpu, word);
      return;
    case read::kVrBusyA:
      value = busy(port_b ? qpu.store_done : qpu.load_done);
      if (value[0] == 0) await_dma(qpu, port_b);
      return;
    case read::kVrWaitA:
      await_dma(qpu, port_b);
      value = qpu.bank[port_b ? bank::kQpuNumber : bank::kElementNumber];
      return;
    case read::kMutexAcquire:
      units_.mutex_owner = qpu.number;
      [[fallthrough]];
    default:  // unmapped addresses deliver the lane on A, the QPU number on B; so does the mutex
      value = qpu.bank[port_b ? bank::kQpuNumber : bank::kElementNumber];
      return;
  }
}

std::uint32_t Peripherals::next_uniform(QpuState& qpu, Word word) {
  const std::uint32_t address = qpu.uniforms & ~3u;
  if (!units_.memory.contains(address, 4))
    raise(qpu, word, FaultKind::WrongAddress, fmt::format("reads a uniform at 0x{:08x}, outside of memory", address));
  qpu.uniforms += 4;
  qpu.uniform_pace.take(qpu.time, units_.timing.uniform_word);
  ++units_.statistics.uniforms;
  ++units_.counters.uniform_fetches;
  LineCache<CachedLine>& cache = units_.slice_of(qpu).uniforms;
  CachedLine* line = cache.find(address);
  if (line == nullptr) {
    ++units_.counters.uniform_misses;
    line = &cache.replace(address);
    units_.path.fill(address, *line, qpu.time);
  }
  const std::uint32_t value = line->words[address / 4 % kLineWords];
  if (units_.options.stale_reads == Policy::Fault && value != units_.memory.load(address))
    units_.violation(qpu, word, FaultKind::StaleRead,
                     fmt::format("the uniforms cache still holds what 0x{:08x} was before (5.1)", address));
  return value;
}

void Peripherals::await_dma(const QpuState& qpu, bool store) {
  if (store)
    units_.dma.await_store(qpu.store_done);
  else
    units_.dma.await_load(qpu.load_done);
}

Lanes Peripherals::next_vpm_vector(QpuState& qpu, Word word) {
  VpmReadBlock& block = qpu.vpm_reads[0];
  qpu.posted.arrive(units_.vpm);
  VpmRegion read;
  if (units_.dma.load_unawaited()) read.add(block.access);
  if (units_.dma.load_unawaited() && read.meets(units_.dma.loaded()))
    units_.violation(qpu, word, FaultKind::BrokenHazard,
                     "reads what a running load brings, which no QPU has awaited (6.7)");
  const Lanes value = units_.vpm.read(block.access);
  units_.statistics.vpm_read_words += kLanes;
  block.access.advance();
  block.ready += units_.timing.vpm_vector;
  if (--block.left == 0) {
    block = qpu.vpm_reads[1];
    qpu.vpm_reads[1].left = 0;
  }
  return value;
}

}  // namespace qpu
