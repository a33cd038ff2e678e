// SPDX-License-Identifier: MIT
#include "gpufft/planning/late_spectrum.h"

namespace gpufft {

bool LateSpectrum::ready() {
  return coming_.wait_for(std::chrono::seconds(0)) == std::future_status::ready && coming_.get()->ready();
}

void LateSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  used_ = coming_.get().get();
  used_->accumulate(iq, frames, row);
}

void LateSpectrum::reset() {
  if (used_ != nullptr) used_->reset();
}

DeviceUse LateSpectrum::device_use() const { return used_ == nullptr ? DeviceUse{} : used_->device_use(); }

}  // namespace gpufft
