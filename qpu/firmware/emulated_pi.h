// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "qpu/firmware/heap.h"
#include "qpu/firmware/personality.h"
#include "qpu/firmware/property_walk.h"
#include "qpu/firmware/register_block.h"
#include "qpu/firmware/reports.h"
#include "qpu/firmware/scripted_faults.h"
#include "qpu/firmware/shared_buffers.h"
#include "qpu/firmware/shared_memory.h"
#include "qpu/firmware/v3d.h"

namespace qpu {

struct EmulatedPiOptions {
  std::string board = "pi1";
  std::uint32_t gpu_megabytes = kUsualGpuMegabytes;
  std::uint32_t throttled = 0;  // its report on voltage and temperature
  ScriptedFaults faults;
  V3dOptions v3d;  // its board is the one above
  Reports reports;
};

// A Raspberry Pi as the kernel's device nodes present it: firmware, memory, V3D. Calls return 0 or the errno
// of the kernel. Throws std::invalid_argument for invalid options, std::system_error without memory.
// One thread at a time.
class EmulatedPi {
 public:
  explicit EmulatedPi(EmulatedPiOptions options = {});

  int open_vcio();
  int open_memory();
  int map_memory();

  // A message to /dev/vcio, answered in place.
  int property_call(std::span<std::uint32_t> message);

  // A buffer of /dev/vcsm-cma; nullopt: no room.
  std::optional<SharedBuffers::Buffer> share(std::uint32_t bytes);

  std::uint32_t read_register(std::uint32_t offset);
  void write_register(std::uint32_t offset, std::uint32_t value);

  // Advances programs launched by registers, even if the registers are not read.
  bool busy() const { return v3d_.busy(); }
  bool blocked() const { return v3d_.blocked(); }
  void go_on() { v3d_.go_on(kSliceCycles); }

  const Personality& board() const { return board_; }
  const MemorySplit& split() const { return split_; }
  const SharedMemory& memory() const { return memory_; }  // all physical memory, including the ARM's part
  std::size_t pieces_allocated() const { return heap_.pieces(); }
  bool qpus_enabled() const { return enables_ > 0; }

 private:
  static constexpr std::uint64_t kSliceCycles = 100'000;

  std::optional<PropertyWords> answer(std::uint32_t tag, std::span<const std::uint32_t> request);
  PropertyWords answer_command(std::span<const std::uint32_t> request) const;
  std::optional<PropertyWords> answer_facts(std::uint32_t tag, std::span<const std::uint32_t> request);
  std::optional<PropertyWords> answer_memory(std::uint32_t tag, std::span<const std::uint32_t> request);
  std::optional<PropertyWords> answer_power(std::uint32_t tag, std::span<const std::uint32_t> request);
  PropertyWords system_time();
  PropertyWords refuse_code(std::uint32_t address) const;
  bool has_3d() const;
  std::uint32_t clock_rate(std::uint32_t id) const;
  std::uint32_t enable(bool on);
  std::uint32_t execute(std::span<const std::uint32_t> request);
  void switch_domain(bool on);
  void switch_v3d(bool on, std::uint32_t vpm_base);

  const Personality& board_;
  MemorySplit split_;
  std::uint32_t throttled_;
  ScriptedFaults faults_;
  Reports reports_;
  SharedMemory memory_;
  Sdram sdram_;
  Heap heap_;
  SharedBuffers shared_;
  V3d v3d_;
  RegisterBlock registers_;
  int enables_ = 0;
  std::uint64_t waited_ = 0, last_time_ = 0;
};

}  // namespace qpu
