// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/qpu/power_path.h"

namespace gpufft::qpu {

// For any request: the processor converts, windows and squares, the QPUs transform in between.
class PlainPath final : public PowerPath {
 public:
  PlainPath(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request);
  static ProgramSet programs_for(const SpectrumRequest& request);

  std::size_t at_once(std::size_t left) const override { return programs_.at_once(left); }
  Microseconds fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                    std::chrono::milliseconds timeout) override;

 private:
  void load(std::span<const std::byte> iq, std::complex<float> zero, std::span<volatile std::uint32_t> words);
  void square(std::span<volatile std::uint32_t> words, PowerRow& row);

  SpectrumRequest request_;
  std::vector<float> window_;
  std::vector<std::complex<float>> frame_;  // windowed, for the QPUs
  std::vector<float> power_;                // of one frame
  QpuPrograms programs_;
};

}  // namespace gpufft::qpu
