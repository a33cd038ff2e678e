// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <future>
#include <memory>

#include "gpufft/spectrum.h"

namespace gpufft {

// A spectrum on a device that takes long to open, or kernels long to compile: planned on a thread of its own, which is
// waited for by whoever wants it before its time. A plan that is not wanted any more is finished all the same.
class LateSpectrum final : public Spectrum {
 public:
  using Plan =
      std::function<std::unique_ptr<Spectrum>()>;  // throws DeviceError alone: what cannot be is refused before
  explicit LateSpectrum(Plan plan) : coming_(std::async(std::launch::async, std::move(plan))) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override;
  bool ready() override;
  DeviceUse device_use() const override;

 private:
  std::shared_future<std::unique_ptr<Spectrum>> coming_;  // shared: what went wrong is told as often as it is asked for
  Spectrum* used_ = nullptr;                              // absent: nothing has been done yet
};

}  // namespace gpufft
