// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>

#include "daemon/channels/listening/oscillator.h"

namespace spectrumd {

// Follows the 19 kHz pilot of a stereo broadcast and makes the 38 kHz carrier of its difference channel. One thread.
class PilotLoop {
 public:
  explicit PilotLoop(double rate);

  // In: the deviation in parts of 75 kHz. Out: twice the carrier, sin(2 phase) for a pilot of sin(phase); times the
  // input it gives the difference.
  void follow(std::span<const float> composite, std::span<float> carrier);

  // How much of the difference to use: 1 with a good pilot, 0 without, gliding in between as it gets weak.
  double blend() const { return blend_; }
  bool stereo() const { return blend_ > 0.5; }

 private:
  void steer(std::complex<float> pilot);
  void choose_blend();

  double rate_;
  Oscillator oscillator_;
  std::complex<float> narrow_;     // the pilot, in a few Hz
  double level_ = 0, jitter_ = 0;  // of it in phase, and the power across
  double blend_ = 0;
};

}  // namespace spectrumd
