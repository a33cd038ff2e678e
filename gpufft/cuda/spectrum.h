// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "gpufft/backend.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Of samples in host memory; those in pinned memory (cudaMallocHost, cudaHostRegister) are copied from where they are,
// others through pinned memory. The request has been checked; throws DeviceError.
std::unique_ptr<Spectrum> plan_host_spectrum(const SpectrumRequest& request);

// Memory for samples that are copied from where they are. If abandoned plans have work under way that may copy from it,
// it is freed when that has ended.
class HostSamples final : public HostBuffer {
 public:
  explicit HostSamples(std::size_t bytes) : memory_(bytes) {}
  ~HostSamples() override;
  HostSamples(const HostSamples&) = delete;
  HostSamples& operator=(const HostSamples&) = delete;
  std::span<std::byte> bytes() const override { return memory_.values(); }

 private:
  PinnedMemory<std::byte> memory_;
};

// Abandoned plans whose work the device has not ended. Freeing their memory would block as long as the device hangs, so
// it is held until the work has ended and this is called. Any thread.
std::size_t held_plans();

}  // namespace gpufft::cuda
