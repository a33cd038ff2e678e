// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpufft/opencl/device.h"

namespace gpufft::program {

// What the plan of another OpenCL library works with: `batch` forward transforms of `length` points from `in` to `out`.
struct OpenClWork {
  const opencl::Device& device;
  cl_command_queue queue;
  std::size_t length, batch;
  cl_mem in, out;
};

class OpenClPeerPlan {
 public:
  virtual ~OpenClPeerPlan() = default;
  virtual void enqueue() = 0;  // throws DeviceError
};

// An OpenCL library to compare with. To add one, write its file and add it to the list in opencl_bench.cpp.
struct OpenClPeer {
  std::string name;
  std::unique_ptr<OpenClPeerPlan> (*plan)(const OpenClWork& work);  // throws PlanError for what it cannot do
};

std::unique_ptr<OpenClPeerPlan> plan_clfft(const OpenClWork& work);
std::unique_ptr<OpenClPeerPlan> plan_vkfft(const OpenClWork& work);

}  // namespace gpufft::program
