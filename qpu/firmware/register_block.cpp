// SPDX-License-Identifier: MIT
#include "qpu/firmware/register_block.h"

#include <algorithm>

namespace qpu {

namespace {

using mailbox::Register;

// VPM 12 KiB, 16 semaphores, 2 TMUs and 4 QPUs a slice, 3 slices, revision 1 (reference 8.2).
constexpr std::uint32_t kIdent1 = 12u << 28 | 16 << 16 | 2 << 12 | 4 << 8 | 3 << 4 | 1;
constexpr std::uint32_t kIdent2 = 2 << 4;    // a full tile buffer; the other two fields are not documented for the Pi
constexpr std::uint32_t kVcdIdle = 1 << 12;  // the one status among the errors
constexpr std::uint32_t kPollCycles = 4000;  // clocks that pass while the host reads the status
constexpr std::uint32_t kVpmBaseMask = 0x1F;
constexpr std::uint32_t kQpuMask = 0xFFFF;

bool reads_back(Register which) {
  switch (which) {
    case Register::Scratch:
    case Register::SchedulerReserve0:
    case Register::SchedulerReserve1:
    case Register::SchedulerControl:
    case Register::UniformsAddress:
    case Register::UniformsLength:
    case Register::VpmAllocatorControl:
    case Register::DebugConfig:
      return true;
    default:
      return false;
  }
}

// Which of the counters' registers an offset is: 2n the count, 2n + 1 the source. -1: none.
int counter_slot(std::uint32_t offset) {
  const auto first = static_cast<std::uint32_t>(Register::Counter0);
  if (offset < first || offset >= first + 8 * mailbox::kPerformanceCounters) return -1;
  return static_cast<int>((offset - first) / 4);
}

}  // namespace

void RegisterBlock::reset(std::uint32_t vpm_base) {
  stored_.fill(0);
  stored(Register::VpmBase) = vpm_base;
  counters_.reset();
}

std::uint32_t RegisterBlock::status() const {
  const Machine& machine = v3d_.machine();
  return (machine.completed() & 0xFF) << 16 | (machine.requested() & 0xFF) << 8 |
         (v3d_.queue_overflowed() ? mailbox::kQueueError : 0) | static_cast<std::uint32_t>(machine.queue_length());
}

void RegisterBlock::write_status(std::uint32_t value) {
  if (value & mailbox::kQueueClear) v3d_.machine().clear_queue();
  if (value & mailbox::kQueueError) v3d_.clear_queue_overflow();
  if (value & mailbox::kRequestedReset) v3d_.machine().zero_request_count();
  if (value & mailbox::kCompletedReset) v3d_.machine().zero_completed_count();
}

// Accepted only while V3D is idle.
void RegisterBlock::write_vpm_base(std::uint32_t units) {
  if (v3d_.busy()) return;
  stored(Register::VpmBase) = std::min(units & kVpmBaseMask, mailbox::kVpmBaseAll);
  v3d_.machine().set_vpm_base(stored(Register::VpmBase));
}

std::uint32_t RegisterBlock::interrupts() const {
  return v3d_.machine().host_interrupts() & stored(Register::QpuInterruptEnable);
}

std::uint32_t RegisterBlock::read(std::uint32_t offset) {
  if (!v3d_.powered()) return mailbox::kPoweredOff;
  if (const int slot = counter_slot(offset); slot >= 0)
    return slot % 2 ? counters_.source(slot / 2) : counters_.count(slot / 2);
  switch (const Register which{offset}) {
    case Register::Ident0:
      return mailbox::kV3dIdentity;
    case Register::Ident1:
      return kIdent1;
    case Register::Ident2:
      return kIdent2;
    case Register::L2CacheControl:
      return mailbox::kL2Enable;
    case Register::ProgramStatus:
      v3d_.go_on(kPollCycles);
      return status();
    case Register::CounterEnable:
      return counters_.enabled();
    case Register::QpuInterruptControl:
      v3d_.go_on(kPollCycles);
      return interrupts();
    case Register::ErrorStatus:
      return kVcdIdle;
    case Register::VpmBase:
    case Register::QpuInterruptEnable:
      return stored(which);
    default:
      return reads_back(which) ? stored(which) : 0;
  }
}

bool RegisterBlock::write_counter(std::uint32_t offset, std::uint32_t value) {
  const int slot = counter_slot(offset);
  if (slot >= 0 && slot % 2) counters_.set_source(slot / 2, value);
  return slot >= 0;
}

void RegisterBlock::write(std::uint32_t offset, std::uint32_t value) {
  if (!v3d_.powered() || write_counter(offset, value)) return;
  Machine& machine = v3d_.machine();
  switch (const Register which{offset}) {
    case Register::L2CacheControl:
      if (value & mailbox::kL2Clear) machine.clear_l2();
      return;
    case Register::SliceCacheControl:
      machine.clear_slice_caches(value);
      return;
    case Register::ProgramAddress:
      v3d_.launch({{stored(Register::UniformsAddress)}, {value}});
      return;
    case Register::ProgramStatus:
      write_status(value);
      return;
    case Register::VpmBase:
      write_vpm_base(value);
      return;
    case Register::CounterClear:
      counters_.clear(value);
      return;
    case Register::CounterEnable:
      counters_.enable(value);
      return;
    case Register::QpuInterruptEnable:
      machine.clear_host_interrupts(~stored(which));  // interrupts that arrived while masked are not latched
      stored(which) = value & kQpuMask;
      return;
    case Register::QpuInterruptControl:
      machine.clear_host_interrupts(value);
      return;
    default:
      if (reads_back(which)) stored(which) = value;
  }
}

}  // namespace qpu
