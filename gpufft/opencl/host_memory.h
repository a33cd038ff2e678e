// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include "gpufft/opencl/device.h"

namespace gpufft::opencl {

// Memory of the host that the device copies from and to by itself: pinned, where there is such a thing. Copies go on
// after the calls that start them, and also after their plan has failed. So memory is released once its last copy has
// ended, and held until then: see HeldMemory.
class HostMemory {
 public:
  HostMemory(const Device& device, std::size_t bytes);  // throws DeviceError
  HostMemory(HostMemory&&) = default;
  HostMemory& operator=(HostMemory&&) = delete;
  ~HostMemory();

  std::span<std::byte> bytes() const { return bytes_; }

  // Start copies of the first `bytes`, or of all of it. One queue for all copies of a memory: they end in order.
  void send(cl_command_queue queue, const Buffer& to, std::size_t bytes);
  void receive(cl_command_queue queue, const Buffer& from);
  cl_event last_copy() const { return last_copy_.get(); }

 private:
  friend class HeldMemories;
  bool in_use() const;  // a copy has not ended

  cl_device_id device_;
  Queue queue_;
  Buffer buffer_;
  std::span<std::byte> bytes_;
  Event last_copy_;
};

// What outlives its plans, because a device that failed has copies under way. Planning and asking release what is no
// longer in use; if a device never ends its copies, the rest is held for the life of the process.
struct HeldMemory {
  std::size_t pieces = 0, bytes = 0;
};
HeldMemory held_memory(const DeviceFacts& device);

using Clock = std::chrono::steady_clock;

// Returns once the command of the event is done. Throws DeviceError if it failed, or is not done by then.
void wait_until_done(cl_event event, Clock::time_point deadline);

}  // namespace gpufft::opencl
