// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/rtlsdr/counter_check.h"
#include "daemon/sources/rtlsdr/stick_list.h"
#include "daemon/sources/rtlsdr/tuner_limits.h"

struct rtlsdr_dev;

namespace spectrumd {

// "serial=00000001" and the like; throws SourceError, and TuningRefused by its check.
DeviceKind rtlsdr_kind(std::string_view which, const Settings& settings);

// The stick used last; threads of hung attempts may still access it.
class StickMemory {
 public:
  std::optional<Stick> get() const {
    const std::scoped_lock lock(mutex_);
    return last_;
  }
  void set(const Stick& stick) {
    const std::scoped_lock lock(mutex_);
    last_ = stick;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Stick> last_;
};

// An open stick. librtlsdr reports success for many failures; so its messages are checked, and what can be read back is
// read back. Threads and blocking as in Device.
class RtlsdrDevice : public Device {
 public:
  RtlsdrDevice(const StickChoice& choice, const RtlsdrSettings& settings, Hertz rate,
               StickMemory& memory);  // throws DeviceError
  ~RtlsdrDevice() override;

  const std::string& description() const override { return description_; }
  Tuned tune(const TuningRequest& request) override;
  bool restarts(const Tuning& from, const Tuning& to) const override;
  void read(const Receive& receive) override;
  void cancel() noexcept override;
  std::vector<Decibels> gain_steps() const override { return in_decibels(gains_); }
  bool lost() const noexcept override { return lost_; }
  std::optional<std::uint64_t> lost_samples() const override;
  std::chrono::milliseconds patience() const override;
  std::size_t unsettled_bytes() const override { return block_bytes(); }  // the one being filled
  std::size_t unsettled_bytes_after_tune() const override { return 0; }
  std::size_t queue_bytes() const override { return queued_blocks() * block_bytes(); }

 private:
  struct Close {
    void operator()(rtlsdr_dev* device) const;
  };

  void open(const Stick& stick);
  void check_identity(const Stick& stick);
  void set_up();
  void set_bandwidth();
  void set_direct_sampling(int mode);
  void set_ppm(double ppm);
  void set_rate(Hertz rate);
  void set_center(Hertz center);
  void set_gain(const std::optional<Decibels>& gain);
  void require(int result, const char* what) const;
  std::size_t block_bytes() const;
  std::size_t queued_blocks() const;
  static void hand_over(unsigned char* bytes, std::uint32_t length, void* self);

  const RtlsdrSettings settings_;
  bool converts_ = false;  // has an upconverter for short waves
  std::string description_;
  std::unique_ptr<rtlsdr_dev, Close> device_;
  std::vector<int> gains_;        // tenths of a decibel
  std::optional<Decibels> gain_;  // as applied
  std::optional<std::optional<Decibels>> gain_asked_;
  bool locked_ = true;
  std::optional<Hertz> rate_asked_;
  std::atomic<double> hop_seconds_ = 0;  // on each hop of a sweep; 0: no sweep
  std::atomic<double> rate_;             // actual; before tune() the requested one
  const Receive* receive_ = nullptr;
  CounterCheck counter_;
  std::atomic<bool> cancelled_ = false, lost_ = false;
};

}  // namespace spectrumd
