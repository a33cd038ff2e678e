// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "gpufft/spectrum.h"

namespace gpufft {

// A spectrum on a device that takes long to open, or whose kernels take long to compile. It is planned on a separate
// thread; a call that needs it earlier waits for that thread. A plan that is no longer wanted is finished all the same.
class LateSpectrum final : public Spectrum {
 public:
  using Plan =
      std::function<std::unique_ptr<Spectrum>()>;  // throws DeviceError only; unsupported requests are refused earlier
  explicit LateSpectrum(Plan plan);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override;
  bool ready() override;
  DeviceUse device_use() const override;

 private:
  void run(const Plan& plan);
  Spectrum& planned();  // waits for it; throws the error of the plan, at each call

  std::unique_ptr<Spectrum> spectrum_;  // written by the planning thread before done_, as is the next
  std::exception_ptr failure_;
  std::atomic<bool> done_ = false;
  Spectrum* used_ = nullptr;  // null until the first call
  std::jthread planning_;     // last: joined before what it writes is destroyed
};

}  // namespace gpufft
