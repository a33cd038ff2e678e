// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"
#include "daemon/sources/rtlsdr/tuner_limits.h"
#include "daemon/sources/tcp_connection.h"

namespace spectrumd {

DeviceKind rtl_tcp_kind(std::string_view where, const Settings& settings);  // "HOST[:PORT]"; throws SourceError

// A stick on another machine, behind an rtl_tcp server. The server answers no command: commands are assumed to work,
// and only silence afterwards would show otherwise. Threads and blocking as in Device.
class RtlTcpDevice : public Device {
 public:
  RtlTcpDevice(const HostPort& server, const RtlsdrSettings& settings);  // throws DeviceError

  const std::string& description() const override { return description_; }
  Tuned tune(const TuningRequest& request) override;
  void read(const Receive& receive) override;
  void cancel() noexcept override;
  std::size_t unsettled_bytes() const override;
  std::vector<Decibels> gain_steps() const override { return in_decibels(gains_); }

 private:
  Decibels applied_gain(Decibels wanted) const;
  void send_order(rtl_tcp::Order order, double value);

  TcpConnection connection_;
  const RtlsdrSettings settings_;
  std::string description_;
  std::span<const int> gains_;  // tenths of a decibel; empty: of an unknown tuner
  Tuning sent_;
  bool sent_before_ = false;
  double rate_on_the_way_ = 0;  // the higher one of before and after what was sent last
  std::vector<std::byte> block_;
  std::atomic<double> rate_ = 0;  // samples a second, for the thread that reads
  std::atomic<bool> cancelled_ = false;
};

}  // namespace spectrumd
