// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace gpufft::cuda {

// The device that plans are made for: the first that the driver lists (CUDA_VISIBLE_DEVICES selects it).
struct DeviceFacts {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  std::size_t memory_bytes = 0;
  std::size_t shared_bytes = 0;  // that a block may use
};

const DeviceFacts& device_facts();  // throws DeviceError

// What is missing, in words for the owner of the machine; nullopt if the device can be used. Checked again each time,
// as drivers and devices come and go.
std::optional<std::string> why_no_device();
// The same from the results of the driver's calls.
std::optional<std::string> why_no_device(int count_result, int count, int major, int minor);

}  // namespace gpufft::cuda
