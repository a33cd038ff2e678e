// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace qpu {

// What programs see of a Raspberry Pi model. The speed of its V3D is in BoardTiming.
struct Personality {
  std::string_view name;        // as in --board and in BoardTiming
  std::string_view model;       // of the device tree
  std::string_view compatible;  // the SoC's name in the device tree
  std::string_view processor;   // the core's name in /proc/cpuinfo
  std::uint32_t revision;
  std::uint32_t ram_bytes;
  std::uint32_t peripherals;  // physical base
  std::uint32_t peripheral_bytes;
  std::uint32_t sdram_bus;      // where the ARM's memory begins on the bus: through the system L2 or past it
  std::uint32_t direct_window;  // added to the physical address of memory seen past the L2, 0: none (reference 9.4)
  std::uint32_t core_hertz, arm_hertz, sdram_hertz;
};

// Of every emulated board; its last three bytes end the MAC address too.
inline constexpr std::uint32_t kSerialNumber = 0xabcdef01;

std::span<const Personality> personalities();
// Throws std::invalid_argument that lists the boards.
const Personality& personality(std::string_view name);

// The split of the memory, as the firmware reports it.
struct MemorySplit {
  std::uint32_t arm_bytes;  // from physical 0
  std::uint32_t video_core_base;
  std::uint32_t video_core_bytes;
  std::uint32_t heap_bytes;    // what programs can allocate, from video_core_base on
  std::uint32_t shared_bytes;  // of the ARM's, before video_core_base: what its kernel can share with V3D

  std::uint32_t shared_base() const { return video_core_base - shared_bytes; }
};

// A Pi has 64 MiB by default, or 76; here it is more, so that programs written for any usual gpu_mem run.
inline constexpr std::uint32_t kUsualGpuMegabytes = 256;

// Throws std::invalid_argument if the board has less memory.
MemorySplit memory_split(const Personality& board, std::uint32_t gpu_megabytes);

}  // namespace qpu
