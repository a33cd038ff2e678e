// SPDX-License-Identifier: MIT
#pragma once

#include <SoapySDR/Device.hpp>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/sources/device/device.h"

namespace spectrumd {

DeviceKind soapy_kind(std::string_view arguments,
                      const Settings& settings);  // "driver=rtlsdr,serial=1"; throws SourceError

// Any radio that SoapySDR has a module for. Opened by its arguments, never by a search, which would open every stick,
// including those in use. Threads and blocking as in Device.
class SoapyDevice : public Device {
 public:
  SoapyDevice(const std::string& arguments, const SoapySettings& settings, gpufft::SampleFormat format);
  ~SoapyDevice() override;

  const std::string& description() const override { return description_; }
  Tuned tune(const TuningRequest& request) override;
  void read(const Receive& receive) override;
  void cancel() noexcept override { cancelled_ = true; }
  std::size_t unsettled_bytes() const override;
  std::vector<Decibels> gain_steps() const override { return gain_steps_; }

 private:
  struct Unmake {
    void operator()(SoapySDR::Device* device) const noexcept;
  };
  void check_channel() const;
  void set_gain(const std::optional<Decibels>& gain);

  const SoapySettings settings_;
  const std::size_t bytes_per_sample_;
  const std::string format_;
  std::unique_ptr<SoapySDR::Device, Unmake> device_;
  std::string description_;
  std::vector<Decibels> gain_steps_;
  SoapySDR::Stream* stream_ = nullptr;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace spectrumd
