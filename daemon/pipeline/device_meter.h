// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "gpufft/spectrum.h"

namespace spectrumd {

// How busy a device apart from the processor is.
struct DeviceLoad {
  double ratio = 0;          // of its time, were the samples to arrive in real time
  double batch_seconds = 0;  // what a batch takes it
};

// Averages over about a second of signal. The dsp thread notes, any thread asks.
class DeviceMeter {
 public:
  void note(const gpufft::DeviceUse& so_far, double signal_seconds);
  DeviceLoad load() const { return {ratio_, batch_seconds_}; }

 private:
  gpufft::DeviceUse before_, used_;
  double signal_seconds_ = 0;
  std::atomic<double> ratio_ = 0, batch_seconds_ = 0;
};

}  // namespace spectrumd
