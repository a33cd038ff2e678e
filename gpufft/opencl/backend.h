// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::opencl {

class Device;
struct DeviceFacts;

// Devices with an OpenCL driver: GPUs, and processors through PoCL. Devices are counted from 0 over all drivers, GPUs
// first; "opencl:1" is the second, "opencl:h100" the first with that in its name. `auto` skips a device that is the
// processor itself, for which the cpu backend is faster.
class OpenClBackend final : public Backend {
 public:
  OpenClBackend() = default;
  ~OpenClBackend() override;

  std::string_view name() const override { return "opencl"; }
  std::string_view description() const override { return description_; }
  BackendTraits traits() const override { return {.compiles = true}; }
  std::optional<std::string> why_unavailable() const override;
  std::vector<std::string> devices() const override;
  const Backend& on(std::string_view device) const override;
  bool only_by_name() const override;

  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override;
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override;
  void check_spectrum(const SpectrumRequest& request) const override;

  double error_bound(std::size_t length) const override;
  std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) const override;

  std::shared_ptr<const Device> device() const;  // opened by the first plan; throws DeviceError

 private:
  explicit OpenClBackend(std::string_view device);
  DeviceFacts facts() const;  // throws DeviceError

  std::string wanted_ = "0";  // a number, or a part of a name
  std::string description_ = "GPUs and other devices with an OpenCL driver";
  mutable std::mutex mutex_;  // guards the members below
  mutable std::shared_ptr<const Device> device_;
  mutable std::map<std::string, std::unique_ptr<OpenClBackend>, std::less<>> others_;
};

}  // namespace gpufft::opencl
