// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <span>

#include "gpufft/opencl/device.h"

namespace gpufft::opencl {

// Memory of the host that the device copies from and to without anybody's help: pinned, where there is such a thing.
class HostMemory {
 public:
  HostMemory(const Device& device, std::size_t bytes);
  ~HostMemory();
  HostMemory(HostMemory&&) = default;
  HostMemory& operator=(HostMemory&&) = delete;

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  Queue queue_;
  Buffer buffer_;
  std::span<std::byte> bytes_;
};

using Clock = std::chrono::steady_clock;

// Returns once the command of the event is done. Throws DeviceError if it failed, or is not done by then.
void wait_until_done(cl_event event, Clock::time_point deadline);

}  // namespace gpufft::opencl
