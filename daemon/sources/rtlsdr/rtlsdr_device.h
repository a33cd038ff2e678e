// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/rtlsdr/counter_check.h"
#include "daemon/sources/rtlsdr/stick_list.h"

struct rtlsdr_dev;

namespace spectrumd {

// "serial=00000001" and the like; throws SourceError, and TuningRefused by its check.
DeviceKind rtlsdr_kind(std::string_view which, const Settings& settings);

// A stick that is open. librtlsdr reports success for much that failed; so what it says is checked, and what can be
// read back is read back.
class RtlsdrDevice : public Device {
 public:
  RtlsdrDevice(const StickChoice& choice, const RtlsdrSettings& settings, Hertz rate);  // throws DeviceError
  ~RtlsdrDevice() override;

  const std::string& description() const override { return description_; }
  Tuned tune(const TuningRequest& wish) override;
  void read(const Receive& receive) override;
  void cancel() noexcept override;
  bool lost() const noexcept override { return lost_; }
  std::optional<std::uint64_t> lost_samples() const override;
  std::chrono::milliseconds patience() const override;
  std::size_t unsettled_bytes() const override { return block_bytes(); }  // the one that is being filled

 private:
  struct Close {
    void operator()(rtlsdr_dev* device) const;
  };

  void open(const Stick& stick);
  void check_identity(const Stick& stick);
  void set_up();
  void set_direct_sampling(int mode);
  void set_ppm(double ppm);
  void set_rate(Hertz rate);
  void set_center(Hertz center);
  void set_gain(const std::optional<Decibels>& gain);
  void require(int result, const char* what) const;
  std::size_t block_bytes() const;
  static void hand_over(unsigned char* bytes, std::uint32_t length, void* self);

  const RtlsdrSettings settings_;
  std::string description_;
  std::unique_ptr<rtlsdr_dev, Close> device_;
  std::vector<int> gains_;  // tenths of a decibel
  std::optional<Decibels> gain_;
  bool locked_ = true;
  double rate_;
  const Receive* receive_ = nullptr;
  CounterCheck counter_;
  std::atomic<bool> cancelled_ = false, lost_ = false;
};

}  // namespace spectrumd
