// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

#include "daemon/channels/listening/settings.h"

namespace spectrumd {

// A block of a channel, 20 ms, behind the filter of its pass band.
struct FilteredBlock {
  std::span<const std::complex<float>> samples;
  std::span<const std::complex<float>> spectrum;  // of the channel before the filter (BlockFilter::spectrum)
};

// Makes sound of the blocks of a channel. One thread.
class Demodulator {
 public:
  virtual ~Demodulator() = default;

  virtual void set(const ListenSettings&) {}  // of the same mode; without a click
  virtual void demodulate(const FilteredBlock& block, std::span<float> sound) = 0;
  virtual std::size_t delay() const { return 0; }  // of the sound, frames
  virtual double least_rms() const { return 0; }   // of sound at full level, for the AGC
  virtual std::optional<double> carrier_to_noise_db() const {
    return {};
  }                                              // in the pass band, by the noise of the sound
  virtual void describe(ListenStatus&) const {}  // adds what was found
};

std::unique_ptr<Demodulator> make_demodulator(const ListenSettings& settings);

}  // namespace spectrumd
