// SPDX-License-Identifier: MIT
#include "gpufft/opencl/host_memory.h"

#include <thread>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"

namespace gpufft::opencl {

HostMemory::HostMemory(const Device& device, std::size_t bytes)
    : queue_(device.queue()), buffer_(device.host_buffer(bytes)) {
  cl_int status = CL_SUCCESS;
  auto* const start = clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                         nullptr, nullptr, &status);
  check(status, "memory shared with " + device.facts().name);
  bytes_ = {static_cast<std::byte*>(start), bytes};
}

HostMemory::~HostMemory() {
  if (buffer_) clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), bytes_.data(), 0, nullptr, nullptr);
}

// OpenCL has no wait with a limit. What takes long is asked about less often.
void wait_until_done(cl_event event, Clock::time_point deadline) {
  constexpr std::chrono::microseconds kShortest{10}, kLongest{500};
  for (auto pause = kShortest;; pause = std::min(2 * pause, kLongest)) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          "asking whether the device is done");
    if (status == CL_COMPLETE) return;
    if (status < 0) check(status, "the device failed at work");
    if (Clock::now() > deadline) throw DeviceError("the device did not answer in time; it hangs or was lost");
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace gpufft::opencl
