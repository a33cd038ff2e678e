// SPDX-License-Identifier: MIT
#include "qpu/firmware/personality.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace qpu {

namespace {

constexpr std::uint32_t kMegabyte = 1 << 20;
constexpr std::uint32_t kSmallestGpuMegabytes = 16;
constexpr std::uint32_t kFirmwareBytes = 8 * kMegabyte;  // of gpu_mem, for itself
constexpr std::uint32_t kCmaBytes = 64 * kMegabyte;      // Linux: memory for devices, by default
constexpr std::uint32_t kMegahertz = 1'000'000;

constexpr std::array kPersonalities{
    Personality{"pi1", "Raspberry Pi Model B Plus Rev 1.2", "brcm,bcm2835", "ARMv6-compatible processor rev 7 (v6l)",
                0x900032, 512 * kMegabyte, 0x2000'0000, 0x0100'0000, 0x4000'0000, 0x2000'0000, 250 * kMegahertz,
                700 * kMegahertz, 400 * kMegahertz},
    Personality{"zero", "Raspberry Pi Zero Rev 1.3", "brcm,bcm2835", "ARMv6-compatible processor rev 7 (v6l)", 0x900093,
                512 * kMegabyte, 0x2000'0000, 0x0100'0000, 0x4000'0000, 0x2000'0000, 400 * kMegahertz,
                1000 * kMegahertz, 450 * kMegahertz},
    Personality{"pi2", "Raspberry Pi 2 Model B Rev 1.1", "brcm,bcm2836", "ARMv7 Processor rev 5 (v7l)", 0xa01041,
                1024 * kMegabyte, 0x3F00'0000, 0x0100'0000, 0xC000'0000, 0, 250 * kMegahertz, 900 * kMegahertz,
                450 * kMegahertz},
    Personality{"pi3", "Raspberry Pi 3 Model B Rev 1.2", "brcm,bcm2837", "ARMv7 Processor rev 4 (v7l)", 0xa02082,
                1024 * kMegabyte, 0x3F00'0000, 0x0100'0000, 0xC000'0000, 0, 400 * kMegahertz, 1200 * kMegahertz,
                450 * kMegahertz},
};

}  // namespace

std::span<const Personality> personalities() { return kPersonalities; }

const Personality& personality(std::string_view name) {
  std::string known;
  for (const Personality& board : kPersonalities) {
    if (board.name == name) return board;
    known += (known.empty() ? "" : ", ") + std::string(board.name);
  }
  throw std::invalid_argument(fmt::format("unknown board '{}'; choose one of {}", name, known));
}

MemorySplit memory_split(const Personality& board, std::uint32_t gpu_megabytes) {
  const std::uint32_t largest = board.ram_bytes / kMegabyte - 64;
  if (gpu_megabytes < kSmallestGpuMegabytes || gpu_megabytes > largest)
    throw std::invalid_argument(
        fmt::format("gpu_mem {}: {} takes {} to {} MiB", gpu_megabytes, board.name, kSmallestGpuMegabytes, largest));
  const std::uint32_t bytes = gpu_megabytes * kMegabyte;
  const std::uint32_t base = board.ram_bytes - bytes;
  // On boards with 1 GiB the peripherals hide the last 16 MiB of it from the ARM.
  const std::uint32_t end = std::min(board.ram_bytes, board.peripherals);
  return {.arm_bytes = base,
          .video_core_base = base,
          .video_core_bytes = bytes,
          .heap_bytes = end > base + kFirmwareBytes ? std::min(bytes, end - base) - kFirmwareBytes : 0,
          .shared_bytes = std::min(kCmaBytes, base / 2)};
}

}  // namespace qpu
