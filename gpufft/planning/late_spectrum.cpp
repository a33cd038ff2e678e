// SPDX-License-Identifier: MIT
#include "gpufft/planning/late_spectrum.h"

#include <utility>

namespace gpufft {

LateSpectrum::LateSpectrum(Plan plan) : planning_([this, plan = std::move(plan)] { run(plan); }) {}

void LateSpectrum::run(const Plan& plan) {
  try {
    spectrum_ = plan();
  } catch (...) {
    failure_ = std::current_exception();
  }
  done_ = true;
}

Spectrum& LateSpectrum::planned() {
  if (planning_.joinable()) planning_.join();
  if (failure_) std::rethrow_exception(failure_);
  return *spectrum_;
}

bool LateSpectrum::ready() { return done_ && planned().ready(); }

void LateSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  used_ = &planned();
  used_->accumulate(iq, frames, row);
}

void LateSpectrum::reset() {
  if (used_ != nullptr) used_->reset();
}

DeviceUse LateSpectrum::device_use() const { return used_ == nullptr ? DeviceUse{} : used_->device_use(); }

}  // namespace gpufft
