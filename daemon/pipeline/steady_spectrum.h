// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "gpufft/spectrum.h"

namespace spectrumd {

// How a device fares, over all plans made for it. Any thread.
class DeviceHealth {
 public:
  bool set_trouble(std::string trouble);  // empty: it works. Returns whether that is news
  std::string trouble() const;

 private:
  mutable std::mutex mutex_;
  std::string trouble_;
};

// A spectrum on a device that may fail at any time. What the device does not do, the processor does, in the same call;
// the device is tried again later. For devices that cannot fail there is no need of it.
class SteadySpectrum final : public gpufft::Spectrum {
 public:
  struct Parts {
    std::function<std::unique_ptr<gpufft::Spectrum>()> plan_on_device;  // throws gpufft::DeviceError
    std::unique_ptr<gpufft::Spectrum> on_processor;
    std::chrono::milliseconds retry_after;
    std::shared_ptr<DeviceHealth> health;
    std::function<void(const std::string&)> tell;  // what happened, for people; on the thread that uses this
  };

  // The device is planned now, so that a plan which can never be made is refused: throws gpufft::PlanError.
  explicit SteadySpectrum(Parts parts);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) override;
  void reset() override;
  gpufft::DeviceUse device_use() const override;

 private:
  using Clock = std::chrono::steady_clock;

  bool device_ready();
  void try_device();
  void note_trouble(const std::string& reason);

  Parts parts_;
  std::unique_ptr<gpufft::Spectrum> on_device_;  // absent: in trouble
  bool in_use_ = false;                          // the row before came from the device
  Clock::time_point retry_at_;
};

}  // namespace spectrumd
