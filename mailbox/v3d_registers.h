// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace mailbox {

// V3D's registers that concern user programs, by their offsets in its page (reference 8.1).
enum class Register : std::uint32_t {
  Ident0 = 0x000,
  Ident1 = 0x004,
  Ident2 = 0x008,
  Scratch = 0x010,
  L2CacheControl = 0x020,
  SliceCacheControl = 0x024,
  InterruptControl = 0x030,
  InterruptEnable = 0x034,
  InterruptDisable = 0x038,
  SchedulerReserve0 = 0x410,
  SchedulerReserve1 = 0x414,
  SchedulerControl = 0x418,
  ProgramAddress = 0x430,   // SRQPC: writing it queues a program
  UniformsAddress = 0x434,  // SRQUA: of the next program queued
  UniformsLength = 0x438,   // SRQUL
  ProgramStatus = 0x43C,    // SRQCS
  VpmAllocatorControl = 0x500,
  VpmBase = 0x504,
  CounterClear = 0x670,
  CounterEnable = 0x674,
  Counter0 = 0x680,        // counters are 8 bytes apart,
  CounterSource0 = 0x684,  // each followed by its event number
  DebugConfig = 0xE00,
  QpuInterruptEnable = 0xE2C,
  QpuInterruptControl = 0xE30,
  ErrorStatus = 0xF20,
};

inline constexpr std::uint32_t kV3dPageBytes = 0x1000;
inline constexpr std::uint32_t kV3dOffset = 0xC0'0000;  // from the base of the peripherals
inline constexpr std::uint32_t kV3dIdentity = 0x0244'3356;
inline constexpr std::uint32_t kPoweredOff = 0xDEAD'BEEF;  // the value of every register while powered off

inline constexpr int kPerformanceCounters = 16;
constexpr Register counter(int index) { return Register{0x680 + 8 * static_cast<std::uint32_t>(index)}; }
constexpr Register counter_source(int index) { return Register{0x684 + 8 * static_cast<std::uint32_t>(index)}; }
inline constexpr std::uint32_t kCountersOn = 1u << 31;  // undocumented and required (reference 8.2)

// L2CacheControl
inline constexpr std::uint32_t kL2Enable = 1 << 0, kL2Disable = 1 << 1, kL2Clear = 1 << 2;
// SliceCacheControl: four bits for the slices in each byte
inline constexpr std::uint32_t kClearInstructionCaches = 0x0000'000F, kClearUniformCaches = 0x0000'0F00,
                               kClearTmu0Caches = 0x000F'0000, kClearTmu1Caches = 0x0F00'0000;

// ProgramStatus. Writing one of the three bits resets what it belongs to.
inline constexpr std::uint32_t kQueueClear = 1 << 0, kQueueError = 1 << 7, kRequestedReset = 1 << 8,
                               kCompletedReset = 1 << 16;
constexpr std::uint32_t queue_length(std::uint32_t status) { return status & 0x3F; }
constexpr std::uint32_t programs_requested(std::uint32_t status) { return status >> 8 & 0xFF; }
constexpr std::uint32_t programs_completed(std::uint32_t status) { return status >> 16 & 0xFF; }

inline constexpr int kQueueDepth = 16;
inline constexpr int kQpus = 12;
inline constexpr std::uint32_t kVpmBaseUnit = 256;  // bytes reserved per unit of VpmBase
inline constexpr std::uint32_t kVpmBaseAll = 16;    // the 4 KiB that user programs can reach

}  // namespace mailbox
