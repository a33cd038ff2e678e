// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/sim_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr Decibels kLeastGain{0}, kMostGain{50};
constexpr Hertz kLeastRate{1e3}, kMostRate{20e6};
constexpr std::size_t kMostBlockSamples = std::size_t{1} << 17;  // 256 KiB

sim::Scene open_scene(const SimSettings& settings) {
  return settings.scene.empty() ? sim::default_scene() : sim::load_scene(settings.scene);
}

std::string description(const sim::Scene& scene) {
  const std::string name = scene.name.empty() ? "" : fmt::format(" \"{}\"", scene.name);
  return fmt::format("simulated band{}, {} signals", name, scene.signals.size());
}

void check_limits(const Tuning& tuning) {
  if (tuning.rate < kLeastRate || tuning.rate > kMostRate)
    throw TuningRefused("rate", fmt::format("the simulated radio samples at {} to {} Hz",
                                            format_number(kLeastRate.value), format_number(kMostRate.value)));
  if (tuning.gain && (*tuning.gain < kLeastGain || *tuning.gain > kMostGain))
    throw TuningRefused("gain", fmt::format("the simulated radio has {} to {} dB", format_number(kLeastGain.value),
                                            format_number(kMostGain.value)));
}

}  // namespace

SimSource::SimSource(const Settings& settings)
    : scene_(open_scene(settings.sim)),
      paced_(settings.sim.paced),
      radio_(scene_, settings.sim.seed),
      block_(2 * kMostBlockSamples) {
  check_limits(settings.tuning);
  tune({.tuning = settings.tuning, .generation = 1});
  facts_ = {.kind = "sim",
            .description = description(scene_),
            .format = gpufft::SampleFormat::Cu8,
            .live = paced_,
            .tunable = true,
            .demo = settings.source == kDemoSource,
            .tuned = tuned_};
}

void SimSource::check(const Tuning& tuning) const { check_limits(tuning); }

void SimSource::tune(const TuningRequest& request) {
  const Tuning& tuning = request.tuning;
  const Decibels gain = tuning.gain.value_or(sim::kReferenceGain);
  radio_.tune(tuning.center, tuning.rate, gain, tuning.ppm);
  tuned_ = {.center = tuning.center,
            .rate = tuning.rate,
            .gain = gain,
            .ppm = tuning.ppm,
            .generation = request.generation,
            .conversion = tuning.conversion};
}

void SimSource::stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) {
  const Start start;
  Pacer pacer(tuned_.rate.value);
  while (!stop.stop_requested()) {
    if (const auto request = slot.take()) {
      tune(*request);
      pacer.change_rate(tuned_.rate.value);
    }
    if (paced_) catch_up(pacer);
    if (paced_ && !pacer.wait_for(block_samples(), stop, sink)) return;
    give_block(start, sink);
  }
}

void SimSource::catch_up(Pacer& pacer) {
  const double late = pacer.samples_late();
  if (late < Pacer::kMostLateSeconds * tuned_.rate.value) return;
  const std::uint64_t chunks = static_cast<std::uint64_t>(late) / sim::kChunk;
  radio_.skip(chunks);
  pacer.let_go(chunks * sim::kChunk);
}

void SimSource::give_block(const Start& start, IqSink& sink) {
  const std::span<std::byte> bytes(block_.data(), 2 * block_samples());
  const std::chrono::nanoseconds since_start(std::llround(radio_.seconds() * 1e9));
  const std::uint64_t first_sample = radio_.next_sample();
  radio_.receive(bytes);
  sink.take({.bytes = bytes,
             .first_sample = first_sample,
             .time = start.time + since_start,
             .tuned = tuned_,
             .heard = paced_ ? std::optional(start.heard + since_start) : std::nullopt});
}

std::size_t SimSource::block_samples() const {
  const auto chunks = static_cast<std::size_t>(Pacer::kBlockSeconds * tuned_.rate.value) / sim::kChunk;
  return std::clamp<std::size_t>(chunks * sim::kChunk, sim::kChunk, kMostBlockSamples);
}

}  // namespace spectrumd
