// SPDX-License-Identifier: MIT
#include "gpufft/opencl/host_memory.h"

#include <list>
#include <mutex>
#include <thread>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {

class HeldMemories {
 public:
  // Never destroyed: a driver's threads may still copy while the program ends.
  static HeldMemories& get() {
    static auto* const all = new HeldMemories;
    return *all;
  }

  void add(HostMemory&& memory) {
    const std::scoped_lock lock(mutex_);
    held_.push_back(std::move(memory));
  }

  HeldMemory release_unused(cl_device_id device) {
    const std::scoped_lock lock(mutex_);
    held_.remove_if([](HostMemory& memory) {
      if (memory.in_use()) return false;
      memory.last_copy_.reset();
      return true;
    });
    HeldMemory left;
    for (const HostMemory& memory : held_)
      if (memory.device_ == device) left = {left.pieces + 1, left.bytes + memory.bytes().size()};
    return left;
  }

 private:
  std::mutex mutex_;  // guards the members below
  std::list<HostMemory> held_;
};

namespace {

// A hanging device must not use up the machine's memory, one plan per retry.
void check_held_memory(const Device& device) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  const HeldMemory held = held_memory(device.facts());
  if (held.bytes <= kMost) return;
  throw DeviceError(text(device.facts().name, " has not ended its copies after it failed, and ", held.bytes >> 20,
                         " MiB are held for it; restart this program"));
}

}  // namespace

HeldMemory held_memory(const DeviceFacts& device) { return HeldMemories::get().release_unused(device.id); }

HostMemory::HostMemory(const Device& device, std::size_t bytes) : device_(device.facts().id) {
  check_held_memory(device);
  queue_ = device.queue();
  buffer_ = device.host_buffer(bytes);
  cl_int status = CL_SUCCESS;
  auto* const start = clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                         nullptr, nullptr, &status);
  check(status, "memory shared with " + device.facts().name);
  bytes_ = {static_cast<std::byte*>(start), bytes};
}

HostMemory::~HostMemory() {
  if (!buffer_) return;
  if (in_use())
    HeldMemories::get().add(std::move(*this));
  else
    clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), bytes_.data(), 0, nullptr, nullptr);
}

void HostMemory::send(cl_command_queue queue, const Buffer& to, std::size_t bytes) {
  cl_event event = nullptr;
  check(clEnqueueWriteBuffer(queue, to.get(), CL_FALSE, 0, bytes, bytes_.data(), 0, nullptr, &event),
        "copying samples to the device");
  last_copy_.reset(event);
}

void HostMemory::receive(cl_command_queue queue, const Buffer& from) {
  cl_event event = nullptr;
  check(clEnqueueReadBuffer(queue, from.get(), CL_FALSE, 0, bytes_.size(), bytes_.data(), 0, nullptr, &event),
        "copying a row from the device");
  last_copy_.reset(event);
}

// A copy that failed has ended, too.
bool HostMemory::in_use() const {
  if (!last_copy_) return false;
  cl_int status = CL_QUEUED;
  const auto asked =
      clGetEventInfo(last_copy_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return asked != CL_SUCCESS || status > CL_COMPLETE;
}

// OpenCL cannot wait with a timeout, so this polls, less often the longer it takes.
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
