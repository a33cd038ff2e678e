// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstring>

#include "qpu/emulator/executor.h"
#include "qpu/emulator/pack.h"
#include "qpu/registers.h"

// What the two read ports deliver where that is not a register as it is (reference 2.6, 2.8).
namespace qpu {

void Executor::read_ports(QpuState& qpu, const Decoded& d) {
  const Instruction& i = d.instruction;
  Lanes& port_a = qpu.bank[bank::kPortA];
  if (d.latch_a == Decoded::kNoLatch || d.latch_a == bank::kPortA) read_port(qpu, d, i.read_a, false, port_a);
  const bool both_uniform = i.read_a == read::kUniform && i.read_b == read::kUniform && i.kind == Kind::Alu;
  if (both_uniform)
    qpu.bank[bank::kPortB] = port_a;  // the stream moves on once
  else if (d.latch_b == Decoded::kNoLatch || d.latch_b == bank::kPortB)
    read_port(qpu, d, i.read_b, true, qpu.bank[bank::kPortB]);
  if (d.latch_a == bank::kPortA) std::memcpy(qpu.latch_a.data(), port_a.lane + 12, sizeof qpu.latch_a);
  if (i.unpack == Unpack::None) return;
  const Lanes& source = i.pm ? qpu.bank[bank::kR4] : d.latch_a == Decoded::kNoLatch ? port_a : qpu.bank[d.latch_a];
  Lanes& result = i.pm ? qpu.bank[bank::kUnpackedR4] : port_a;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = unpacked(i.unpack, i.pm || d.unpack_to_float, source[lane]);
}

void Executor::read_port(QpuState& qpu, const Decoded& d, std::uint8_t address, bool port_b, Lanes& value) {
  const auto busy = [&](Ticks done) { return broadcast(qpu.time < done ? 1 : 0); };
  switch (address) {
    case read::kNothing:
      for (int lane = 0; lane < kLanes; ++lane) value[lane] = (port_b ? qpu.latch_b : qpu.latch_a)[lane & 3];
      return;
    case read::kUniform:
      value = broadcast(take_uniform(qpu, d.word));
      return;
    case read::kVpm:
      value = take_vpm_vector(qpu);
      return;
    case read::kVrBusyA:
      value = busy(port_b ? qpu.store_done : qpu.load_done);
      return;
    case read::kMutexAcquire:
      units_.mutex_owner = qpu.number;
      [[fallthrough]];
    default:  // what is not there delivers the lane on A, the QPU on B; so does the mutex
      value = qpu.bank[port_b ? bank::kQpuNumber : bank::kElementNumber];
      return;
  }
}

std::uint32_t Executor::take_uniform(QpuState& qpu, Word word) {
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

Lanes Executor::take_vpm_vector(QpuState& qpu) {
  VpmReadBlock& block = qpu.vpm_reads[0];
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
