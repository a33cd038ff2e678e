// SPDX-License-Identifier: MIT
#include "daemon/pipeline/device_meter.h"

#include <utility>

namespace spectrumd {

namespace {
constexpr double kSpan = 1;  // seconds of signal
}

void DeviceMeter::note(const gpufft::DeviceUse& so_far, double signal_seconds) {
  const gpufft::DeviceUse before = std::exchange(before_, so_far);
  if (so_far.batches >= before.batches && so_far.time >= before.time) {  // else another plan counts from the start
    used_.batches += so_far.batches - before.batches;
    used_.time += so_far.time - before.time;
  }
  signal_seconds_ += signal_seconds;
  if (signal_seconds_ < kSpan) return;
  const gpufft::DeviceUse used = std::exchange(used_, {});
  ratio_ = used.time.count() / std::exchange(signal_seconds_, 0);
  batch_seconds_ = used.batches == 0 ? 0 : used.time.count() / static_cast<double>(used.batches);
}

}  // namespace spectrumd
