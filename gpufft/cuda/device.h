// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace gpufft::cuda {

// The device that plans are made for: the first that the driver shows (CUDA_VISIBLE_DEVICES says which that is).
struct DeviceFacts {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  std::size_t memory_bytes = 0;
  std::size_t shared_bytes = 0;  // a block may have
};

const DeviceFacts& device_facts();  // throws DeviceError

// What is missing, in words for the owner of the machine: asked anew each time, as drivers and devices come and go.
std::optional<std::string> why_no_device();
// The same from what the driver's calls gave.
std::optional<std::string> why_no_device(int count_result, int count, int major, int minor);

}  // namespace gpufft::cuda
