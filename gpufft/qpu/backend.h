// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::qpu {

class QpuDevice;

// The QPUs of a Raspberry Pi Zero, 1, 2 or 3. A process that drives them can access all memory of the machine, past
// every protection, so they have to be requested by name. Devices are "real", those of this machine; "emulated" or
// "emulated:BOARD"; and "helper:SOCKET", the real ones driven by a separate process.
class QpuBackend final : public Backend {
 public:
  QpuBackend() = default;
  ~QpuBackend() override;

  std::string_view name() const override { return "qpu"; }
  std::string_view description() const override { return description_; }
  BackendTraits traits() const override { return {.emulated = true, .safe_to_try = false, .test_device = "emulated"}; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override;
  const Backend& on(std::string_view device) const override;
  bool only_by_name() const override { return true; }
  std::vector<std::string> auto_devices() const override { return {"real"}; }  // an emulated one saves no time

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;
  void check_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;

 private:
  explicit QpuBackend(std::string_view device);
  std::shared_ptr<QpuDevice> device() const;  // open while there are plans

  std::string device_name_ = "real";
  std::string description_ = "the QPUs of a Raspberry Pi Zero, 1, 2 or 3";
  mutable std::mutex mutex_;  // guards the members below
  mutable std::weak_ptr<QpuDevice> device_;
  mutable std::shared_ptr<QpuDevice> emulated_;  // kept open, as it has no power to switch off
  mutable std::map<std::string, std::unique_ptr<QpuBackend>, std::less<>> others_;
};

}  // namespace gpufft::qpu
