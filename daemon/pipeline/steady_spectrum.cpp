// SPDX-License-Identifier: MIT
#include "daemon/pipeline/steady_spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpufft/backend.h"

namespace spectrumd {

namespace {
constexpr int kTrialCalls = 5;  // the first one warms up; the least of the others counts
}

bool DeviceHealth::set_trouble(std::string trouble) {
  const std::scoped_lock lock(mutex_);
  return std::exchange(trouble_, trouble) != trouble;
}

std::string DeviceHealth::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

void TrialAtWork::note(Time took, std::size_t frames) {
  if (state_ != State::Waiting || frames == 0) return;
  const double frame = took.count() / static_cast<double>(frames);
  frame_ = calls_ <= 1 ? frame : std::min<double>(frame_, frame);
  if (++calls_ < kTrialCalls) return;
  state_ = Time(frame_) < to_beat_ ? State::Won : State::Lost;
}

SteadySpectrum::SteadySpectrum(Parts parts)
    : on_processor_(std::move(parts.on_processor)), retry_after_(parts.retry_after), now_(std::move(parts.now)) {
  for (Device& device : parts.devices) stations_.push_back({std::move(device), nullptr});
  for (Station& station : stations_) plan(station);
}

void SteadySpectrum::plan(Station& station) {
  try {
    station.spectrum = std::exchange(station.device.planned, nullptr);
    if (!station.spectrum) station.spectrum = station.device.plan();
  } catch (const gpufft::DeviceError& error) {
    note_trouble(station, error.what());
  }
}

// One event per failure, however often the device is retried in vain.
void SteadySpectrum::note_trouble(Station& station, const std::string& reason) {
  if (used_ == station.spectrum.get()) used_ = nullptr;
  station.spectrum.reset();
  station.in_use = false;
  station.retry_at = now_() + retry_after_;
  if (!station.device.health->set_trouble(reason)) return;
  const auto seconds = std::chrono::duration<double>(retry_after_).count();
  station.device.report(fmt::format("{}; {} takes over, retrying every {} s", reason,
                                    &station == &stations_.back() ? "the processor" : "the next best", seconds));
}

bool SteadySpectrum::ready(Station& station) {
  const auto& trial = station.device.trial;
  if (trial && trial->state() == TrialAtWork::State::Lost) return false;
  if (!station.spectrum && now_() >= station.retry_at) plan(station);
  if (!station.spectrum || !station.spectrum->ready()) return false;
  if (std::exchange(station.in_use, true)) return true;
  if (station.device.health->set_trouble({})) station.device.report("works again");
  return true;
}

// Its state from the signal is outdated if another one made the last row.
void SteadySpectrum::use(gpufft::Spectrum* spectrum) {
  if (used_ != spectrum) spectrum->reset();
  used_ = spectrum;
}

void SteadySpectrum::note_cost(Station& station, Clock::duration took, std::size_t frames) {
  TrialAtWork* const trial = station.device.trial.get();
  if (trial == nullptr || trial->state() != TrialAtWork::State::Waiting) return;
  trial->note(took, frames);
  if (trial->state() == TrialAtWork::State::Waiting) return;
  const bool won = trial->state() == TrialAtWork::State::Won;
  station.device.report(fmt::format("{:.1f} us a frame in use: {}", trial->frame().count() * 1e6,
                                    won ? "kept" : "dropped, others are faster"));
  if (won) return;
  used_ = nullptr;
  station.spectrum.reset();
}

bool SteadySpectrum::accumulate_on(Station& station, std::span<const std::byte> iq, std::size_t frames,
                                   gpufft::PowerRow& row) {
  try {
    if (!ready(station)) return false;
    use(station.spectrum.get());
    const auto start = now_();
    station.spectrum->accumulate(iq, frames, row);
    note_cost(station, now_() - start, frames);
    return true;
  } catch (const gpufft::DeviceError& error) {
    note_trouble(station, error.what());
    return false;
  }
}

void SteadySpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) {
  const auto does_it = [&](Station& station) { return accumulate_on(station, iq, frames, row); };
  if (std::ranges::any_of(stations_, does_it)) return;
  use(on_processor_.get());
  on_processor_->accumulate(iq, frames, row);
}

void SteadySpectrum::reset() {
  for (const Station& station : stations_)
    if (station.spectrum) station.spectrum->reset();
  on_processor_->reset();
}

gpufft::DeviceUse SteadySpectrum::device_use() const {
  const auto used = std::ranges::find_if(
      stations_, [this](const Station& station) { return station.spectrum && station.spectrum.get() == used_; });
  return used == stations_.end() ? gpufft::DeviceUse{} : used->spectrum->device_use();
}

}  // namespace spectrumd
