// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "gpufft/opencl/handles.h"
#include "gpufft/opencl/steps.h"

namespace gpufft::opencl {

// What a device reports about itself.
struct DeviceFacts {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  std::string name, driver;  // "NVIDIA H200", "Portable Computing Language 3.1"
  bool processor = false;    // this machine's processor
  bool shares_memory = false;
  std::size_t lanes = 0;  // floats in its vectors
  std::size_t local_bytes = 0, largest_group = 0, units = 0, largest_buffer = 0, memory = 0;
};

// The devices of all drivers, GPUs first; if there are none, throws DeviceError with the reason.
std::vector<DeviceFacts> list_devices();

// An open device, for any thread; queues and kernels belong to one plan.
class Device {
 public:
  explicit Device(const DeviceFacts& facts);               // throws DeviceError
  Device(const DeviceFacts& facts, const Limits& limits);  // with kernels for another kind of device

  const DeviceFacts& facts() const { return facts_; }
  const Limits& limits() const { return limits_; }
  cl_context context() const { return context_.get(); }

  // A failed device is opened again for the next plan.
  void mark_lost() const { lost_ = true; }
  bool lost() const { return lost_; }

  Queue queue() const;
  Buffer buffer(std::size_t bytes) const;               // uninitialised
  Buffer buffer(std::span<const float> numbers) const;  // read-only
  Buffer host_buffer(std::size_t bytes) const;          // that the host can map, with fast access by the device
  Kernel kernel(const std::string& source, const char* name) const;  // throws DeviceError with the compiler's messages

 private:
  cl_program program(const std::string& source) const;

  DeviceFacts facts_;
  Limits limits_;
  Context context_;
  mutable std::atomic<bool> lost_ = false;
  mutable std::mutex mutex_;                                      // guards the members below
  mutable std::map<std::string, Program, std::less<>> programs_;  // by source
};

}  // namespace gpufft::opencl
