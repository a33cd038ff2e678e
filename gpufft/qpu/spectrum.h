// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/qpu/power_path.h"
#include "gpufft/samples/zero_tracker.h"

namespace gpufft::qpu {

// With remove_dc every frame loses the mean of what came before it, as on the processor (see CpuSpectrum).
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
  std::vector<std::complex<float>> zeros_;  // of frames that go together
  PowerRow launch_, call_;  // folded stepwise, for the digits, and so that nothing shows of a call that fails
  DeviceUse use_;
};

}  // namespace gpufft::qpu
