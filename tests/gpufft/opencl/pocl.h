// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/opencl/device.h"
#include "gpufft/opencl/errors.h"
#include "tests/gpufft/signals.h"

namespace gpufft::opencl {

// A GPU's limits on a machine without one: PoCL compiles the kernels that a GPU would get.
inline constexpr Limits kGpu{{.vectorised = false, .padded = true}, 12288, 1024};

// Tests on the first OpenCL device of the machine, listed as skipped where there is none.
class OpenClTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      facts_ = list_devices().front();
    } catch (const DeviceError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::shared_ptr<const Device> open() const { return std::make_shared<const Device>(facts_); }
  std::shared_ptr<const Device> open_as_gpu() const { return std::make_shared<const Device>(facts_, kGpu); }

  DeviceFacts facts_;
};

}  // namespace gpufft::opencl
