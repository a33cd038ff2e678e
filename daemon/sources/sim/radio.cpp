// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/radio.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <numbers>

#include "daemon/sources/sim/decibels.h"
#include "daemon/sources/sim/noise.h"

namespace spectrumd::sim {
namespace {

constexpr float kFullScale = 127.5F;
constexpr float kMiddle = 128;  // 127.5 and a half for rounding
constexpr float kTop = 255.5F;  // anything above clips

std::byte to_code(float value) {
  return static_cast<std::byte>(static_cast<int>(std::clamp(kMiddle + kFullScale * value, 0.0F, kTop)));
}

void convert(const Chunk& chunk, std::span<std::byte> cu8) {
  for (std::size_t n = 0; n < kChunk; ++n) {
    cu8[2 * n] = to_code(chunk.i[n]);
    cu8[2 * n + 1] = to_code(chunk.q[n]);
  }
}

}  // namespace

Radio::Radio(const Scene& scene, std::uint64_t seed) : seed_(seed), transmitters_(make_transmitters(scene, seed)) {
  if (scene.noise) noise_ = amplitude_of(*scene.noise) / std::numbers::sqrt2;
  if (scene.dc) dc_ = static_cast<float>(amplitude_of(*scene.dc) / std::numbers::sqrt2);
  if (!scene.imbalance) return;
  const auto skew =
      std::polar(amplitude_of(scene.imbalance->gain), scene.imbalance->phase_degrees * std::numbers::pi / 180);
  const double kept = std::abs(1.0 + skew) / 2;
  i_to_i_ = static_cast<float>(1 / kept);
  i_to_q_ = static_cast<float>(skew.imag() / kept);
  q_to_q_ = static_cast<float>(skew.real() / kept);
}

double Radio::seconds() const {
  return tuned_seconds_ + static_cast<double>(next_sample_ - tuned_sample_) / reception_.rate;
}

void Radio::tune(Hertz center, Hertz rate, Decibels gain, double ppm) {
  tuned_seconds_ = seconds();
  tuned_sample_ = next_sample_;
  reception_ = {.start = tuned_seconds_,
                .sample = 1 / rate.value,
                .rate = rate.value,
                .center = center.value * (1 - ppm * 1e-6),
                .gain = amplitude_of({gain.value - kReferenceGain.value})};
}

void Radio::receive(std::span<std::byte> cu8) {
  constexpr std::size_t kBytes = 2 * kChunk;
  assert(cu8.size() % kBytes == 0);
  for (; !cu8.empty(); cu8 = cu8.subspan(kBytes)) convert(hear(), cu8.first(kBytes));
}

void Radio::skip(std::uint64_t chunks) { next_sample_ += chunks * kChunk; }

Chunk Radio::hear() {
  Chunk chunk;
  reception_.start = seconds();
  for (const auto& transmitter : transmitters_) transmitter->add_to(chunk, reception_);
  if (noise_ > 0) {
    RandomBits bits(seed_, next_sample_);
    const double sigma = noise_ * reception_.gain * std::sqrt(reception_.rate);
    add_noise(chunk, static_cast<float>(sigma), bits);
  }
  skew(chunk);
  next_sample_ += kChunk;
  return chunk;
}

void Radio::skew(Chunk& chunk) const {
  for (std::size_t n = 0; n < kChunk; ++n) {
    chunk.q[n] = q_to_q_ * chunk.q[n] + i_to_q_ * chunk.i[n] + dc_;
    chunk.i[n] = i_to_i_ * chunk.i[n] + dc_;
  }
}

}  // namespace spectrumd::sim
