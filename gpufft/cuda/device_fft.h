// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <complex>
#include <memory>

#include "gpufft/fft.h"

namespace gpufft::cuda {

// A planned transform of data in the memory of the device, in the order of a stream: for programs that have their data
// there. The request is as for Backend::plan_fft, except that points are packed and `threads` is ignored. As there, a
// call for another kind throws std::logic_error; a device that fails throws DeviceError. Calls that use the same memory
// again are recorded as a graph (see recorded_call.h), which takes some 100 us the second time.
class DeviceFft {
 public:
  virtual ~DeviceFft() = default;

  void transform(const std::complex<float>* in, std::complex<float>* out, cudaStream_t stream);
  void transform(const float* in, std::complex<float>* out, cudaStream_t stream);
  void transform(const std::complex<float>* in, float* out, cudaStream_t stream);
  void transform(const float* in, float* out, cudaStream_t stream);

  virtual void run(const void* in, void* out, cudaStream_t stream) = 0;  // points of the kind's types

 protected:
  explicit DeviceFft(FftKind kind) : kind_(kind) {}

 private:
  FftKind kind_;
};

// Throws PlanError for a request it cannot serve, DeviceError if the device is absent or fails at the moment.
std::unique_ptr<DeviceFft> plan_device_fft(const FftRequest& request);

}  // namespace gpufft::cuda
