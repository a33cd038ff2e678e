// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <span>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Consecutive samples of a channel. A full-scale tone of the radio has magnitude 1.
struct ChannelBlock {
  // Samples at the channel's rate that are missing before these: lost by the radio or the computer, or on the air while
  // the channel was outside of the band.
  std::uint64_t lost_before = 0;
  std::span<const std::complex<float>> samples;  // valid during the call; empty while the channel is outside
  double rate = 0;                               // of the samples
  Time time;                                     // of the first one
  Epoch epoch;
  std::uint32_t generation = 0;  // of the tuning of the radio
  Hertz band_center;             // where the radio is tuned: what is constant in its samples is there
  bool demo = false;             // simulated in place of a radio
};

// Receives what a channel has.
class ChannelSink {
 public:
  virtual ~ChannelSink() = default;

  // Called on the thread of the channels; must not block.
  virtual void take(const ChannelBlock& block) = 0;
};

}  // namespace spectrumd
