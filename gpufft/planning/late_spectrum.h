// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <future>
#include <memory>

#include "gpufft/spectrum.h"

namespace gpufft {

// A spectrum on a device that takes long to open, or whose kernels take long to compile. It is planned on a separate
// thread; a call that needs it earlier waits for that thread. A plan that is no longer wanted is finished all the same.
class LateSpectrum final : public Spectrum {
 public:
  using Plan =
      std::function<std::unique_ptr<Spectrum>()>;  // throws DeviceError only; unsupported requests are refused earlier
  explicit LateSpectrum(Plan plan) : coming_(std::async(std::launch::async, std::move(plan))) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override;
  bool ready() override;
  DeviceUse device_use() const override;

 private:
  std::shared_future<std::unique_ptr<Spectrum>> coming_;  // shared: an error can be thrown repeatedly
  Spectrum* used_ = nullptr;                              // null until the first call
};

}  // namespace gpufft
