// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/qpu/power_path.h"
#include "gpufft/samples/zero_tracker.h"

namespace gpufft::qpu {

// With remove_dc every frame loses the mean of the samples before it, as on the processor (see CpuSpectrum).
class QpuSpectrum final : public Spectrum {
 public:
  QpuSpectrum(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request);  // checked; throws DeviceError

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  DeviceUse device_use() const override { return use_; }

 private:
  SpectrumRequest request_;
  std::unique_ptr<PowerPath> path_;
  ZeroTracker zero_;
  std::vector<std::complex<float>> zeros_;  // of frames that are done at once
  PowerRow launch_, call_;  // folded in steps, to keep digits, and so that a failed call changes nothing
  DeviceUse use_;
};

}  // namespace gpufft::qpu
