// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/qpu/power_path.h"

namespace gpufft::qpu {

// For bytes: the QPUs unpack, window, transform, square and fold them. The processor only passes them on.
class FusedPath final : public PowerPath {
 public:
  static bool supports(const SpectrumRequest& request);  // bytes, in contiguous or nearly contiguous frames

  FusedPath(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request);
  static ProgramSet programs_for(const SpectrumRequest& request);

  std::size_t at_once(std::size_t left) const override { return programs_.at_once(left); }
  Microseconds fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                    std::chrono::milliseconds timeout) override;

 private:
  void load(std::span<const std::complex<float>> zeros);
  void load(std::span<const std::byte> iq);
  void add_to(PowerRow& row);

  SpectrumRequest request_;
  QpuPrograms programs_;
  std::vector<std::uint32_t> places_;  // where the kernel leaves the bins
  bool is_signed_ = false;
};

}  // namespace gpufft::qpu
