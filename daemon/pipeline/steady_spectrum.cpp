// SPDX-License-Identifier: MIT
#include "daemon/pipeline/steady_spectrum.h"

#include <fmt/format.h>

#include <utility>

#include "gpufft/backend.h"

namespace spectrumd {

bool DeviceHealth::set_trouble(std::string trouble) {
  const std::scoped_lock lock(mutex_);
  return std::exchange(trouble_, trouble) != trouble;
}

std::string DeviceHealth::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

SteadySpectrum::SteadySpectrum(Parts parts) : parts_(std::move(parts)) { try_device(); }

void SteadySpectrum::try_device() {
  try {
    on_device_ = parts_.plan_on_device();
  } catch (const gpufft::DeviceError& error) {
    note_trouble(error.what());
  }
}

// One event for each trouble, however often the device is tried in vain.
void SteadySpectrum::note_trouble(const std::string& reason) {
  on_device_.reset();
  in_use_ = false;
  retry_at_ = Clock::now() + parts_.retry_after;
  parts_.on_processor->reset();  // what it remembers of the signal is old
  if (!parts_.health->set_trouble(reason)) return;
  const auto seconds = std::chrono::duration<double>(parts_.retry_after).count();
  parts_.tell(fmt::format("{}; the processor goes on, another attempt every {} s", reason, seconds));
}

bool SteadySpectrum::device_ready() {
  if (!on_device_ && Clock::now() >= retry_at_) try_device();
  if (!on_device_ || !on_device_->ready()) return false;
  if (std::exchange(in_use_, true)) return true;
  if (parts_.health->set_trouble({})) parts_.tell("works again");
  return true;
}

void SteadySpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) {
  try {
    if (device_ready()) return on_device_->accumulate(iq, frames, row);
  } catch (const gpufft::DeviceError& error) {
    note_trouble(error.what());
  }
  parts_.on_processor->accumulate(iq, frames, row);
}

void SteadySpectrum::reset() {
  if (on_device_) on_device_->reset();
  parts_.on_processor->reset();
}

gpufft::DeviceUse SteadySpectrum::device_use() const {
  return on_device_ ? on_device_->device_use() : gpufft::DeviceUse{};
}

}  // namespace spectrumd
