// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "mailbox/board.h"
#include "mailbox/board_facts.h"
#include "mailbox/property_message.h"

namespace mailbox {

struct MemoryHandle {
  std::uint32_t value = 0;
  friend constexpr bool operator==(MemoryHandle, MemoryHandle) = default;
};

struct Hertz {
  std::uint32_t value = 0;
};

struct MemoryRange {
  PhysicalAddress base;
  std::uint32_t bytes = 0;
};

enum class Clock : std::uint32_t { Uart = 2, Arm = 3, Core = 4, V3d = 5, H264 = 6, Isp = 7, Sdram = 8 };

// Bits of throttled(); shifted left by 16: has happened since boot.
inline constexpr std::uint32_t kUndervoltage = 1, kFrequencyCapped = 2, kThrottled = 4, kSoftTemperatureLimit = 8;

enum class FirmwareVariant : std::uint32_t { Start = 1, Camera = 2, Debug = 3, CutDown = 4 };

// The firmware's property calls by name. Every call blocks until the firmware has answered, about 100 us, and throws
// MailboxError. The board must outlive it. One thread at a time.
class Mailbox {
 public:
  explicit Mailbox(Board& board);  // queries the revision; refuses boards without VideoCore IV

  Board& board() const { return board_; }
  const BoardFacts& facts() const { return facts_; }

  std::uint32_t firmware_revision();  // time of its build, seconds since 1970
  FirmwareVariant firmware_variant();
  std::uint32_t board_revision();
  MemoryRange arm_memory();
  MemoryRange video_core_memory();  // gpu_mem
  Hertz clock_rate(Clock clock);
  Hertz maximum_clock_rate(Clock clock);
  Hertz measured_clock_rate(Clock clock);
  double temperature_celsius();
  std::uint32_t throttled();
  bool v3d_domain_powered();
  std::chrono::microseconds system_time();  // of the chip, since it was started

  // GpuMemory owns what these return; other code should not need them.
  MemoryHandle allocate(std::uint32_t bytes, std::uint32_t alignment, MemoryFlags flags);
  BusAddress lock(MemoryHandle handle);
  void unlock(MemoryHandle handle);
  void release(MemoryHandle handle);

  void enable_qpus();
  void disable_qpus();

  enum class Flush : std::uint32_t { Caches = 0, Nothing = 1 };  // the VPU's own caches, before the programs start
  // control: pairs of uniforms' and code's bus addresses, one per program. Sleeps until the host interrupt.
  void execute(std::uint32_t programs, BusAddress control, Flush flush, std::chrono::milliseconds timeout);

 private:
  std::uint32_t ask(Tag tag, std::initializer_list<std::uint32_t> request = {});
  std::uint32_t ask_second(Tag tag, std::uint32_t id);
  MemoryRange ask_range(Tag tag);

  Board& board_;
  BoardFacts facts_;
};

}  // namespace mailbox
