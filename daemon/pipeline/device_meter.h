// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "gpufft/spectrum.h"

namespace spectrumd {

// Load of a device other than the processor.
struct DeviceLoad {
  double ratio = 0;          // busy time per second of signal
  double batch_seconds = 0;  // time per batch
};

// Averages over about a second of signal. The dsp thread calls note(), any thread load(); neither blocks.
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
