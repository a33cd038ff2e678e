// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>

#include "gpufft/opencl/host_memory.h"
#include "gpufft/opencl/power_path.h"
#include "gpufft/samples/zero_tracker.h"
#include "gpufft/spectrum.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::opencl {

// Samples go to the device slab by slab: while one is transformed, the next is copied. With remove_dc every frame loses
// the mean of the samples before it, as on the processor (see CpuSpectrum).
class OpenClSpectrum final : public Spectrum {
 public:
  static void check_memory(const DeviceFacts& device, const SpectrumRequest& request);   // throws PlanError
  OpenClSpectrum(std::shared_ptr<const Device> device, const SpectrumRequest& request);  // checked; throws DeviceError

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  DeviceUse device_use() const override { return use_; }

 private:
  // A slab of samples being copied to the device, or processed there.
  struct Slab {
    Slab(const Device& device, std::size_t iq_bytes, std::size_t frames);
    HostMemory iq_host, zeros_host;
    Buffer iq, zeros;
    Event done;
  };
  void run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point deadline);
  void fill(Slab& slab, std::span<const std::byte> iq, std::size_t frames);
  void start(Slab& slab, std::size_t iq_bytes, std::size_t frames, bool overwrite);
  void fetch(PowerRow& row, Clock::time_point deadline);

  std::shared_ptr<const Device> device_;
  SpectrumRequest request_;
  std::size_t at_once_;  // frames per slab
  std::vector<float> window_;
  ZeroTracker zero_;
  WorkerPool pool_;
  Queue copies_, work_;
  std::unique_ptr<PowerPath> path_;
  Kernel join_;
  Buffer rows_, total_;
  HostMemory total_host_;
  std::vector<Slab> slabs_;
  PowerRow call_;  // merged at the end, so that a failed call changes nothing
  DeviceUse use_;
};

}  // namespace gpufft::opencl
