// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "gpufft/backend.h"
#include "gpufft/opencl/device.h"

namespace gpufft::opencl {

struct MappedMemory;

// Host memory that the device copies from and to directly, pinned if the driver supports that. Copies continue after
// the calls that start them, and also after their plan has failed, so the memory is held until its last copy has ended:
// see HeldMemory.
class HostMemory {
 public:
  HostMemory(const Device& device, std::size_t bytes);  // throws DeviceError
  HostMemory(HostMemory&&) = default;
  HostMemory& operator=(HostMemory&&) = delete;
  ~HostMemory();

  std::span<std::byte> bytes() const;

  // Start copies of the first `bytes`, of a part of it, or of all. Use one queue for all copies, so that they end in
  // order.
  void send(cl_command_queue queue, const Buffer& to, std::size_t bytes) {
    send(queue, to, this->bytes().first(bytes));
  }
  void send(cl_command_queue queue, const Buffer& to, std::span<const std::byte> part);
  void receive(cl_command_queue queue, const Buffer& from);
  cl_event last_copy() const { return last_copy_.get(); }

 private:
  friend class HeldMemories;
  friend class ProgramMemory;
  explicit HostMemory(std::shared_ptr<MappedMemory> mapped) : mapped_(std::move(mapped)) {}
  bool in_use() const;  // whether a copy has not ended

  std::shared_ptr<MappedMemory> mapped_;
  Event last_copy_;
};

// Memory that a program asked for, which is found again by what lies in it.
class ProgramMemory final : public HostBuffer {
 public:
  ProgramMemory(const Device& device, std::size_t bytes);  // throws DeviceError
  ~ProgramMemory() override;
  std::span<std::byte> bytes() const override;

  // The memory of this device that holds these bytes, for copies of one user; nullopt if they lie elsewhere, or the
  // device was opened again meanwhile. Locks only while there is memory of programs.
  static std::optional<HostMemory> holding(const Device& device, std::span<const std::byte> bytes);

 private:
  std::shared_ptr<MappedMemory> mapped_;
};

// Memory that outlives its plans, and its program's use of it, because a failed device has copies under way. Planning
// and querying release what is no longer in use; if a device never ends its copies, the rest is held until the process
// ends.
struct HeldMemory {
  std::size_t pieces = 0, bytes = 0;
};
HeldMemory held_memory(const DeviceFacts& device);

using Clock = std::chrono::steady_clock;

// Returns once the event's command is done. Throws DeviceError if it fails or misses the deadline.
void wait_until_done(cl_event event, Clock::time_point deadline);

}  // namespace gpufft::opencl
