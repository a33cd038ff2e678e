// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace spectrumd {

// Brings sound to -12 dBFS rms: down within some 10 ms, up at 20 dB a second after half a second below. One thread.
class Agc {
 public:
  explicit Agc(double rate);

  // What is below this rms is not raised to the full level: noise between words, the pauses of a carrier.
  void set_least(double rms) { least_ = rms; }
  // Without it the gain glides to this one.
  void set_fixed(bool fixed, double gain) {
    fixed_ = fixed;
    fixed_gain_ = gain;
  }

  void apply(std::span<float> sound);
  double gain() const { return gain_; }

 private:
  void follow(double power);

  std::size_t part_;  // samples between changes of the gain
  double power_ = 0, least_ = 0;
  double gain_ = 1, fixed_gain_ = 1;
  bool fixed_ = false;
  std::size_t hang_ = 0;        // ms
  std::size_t settling_ = 200;  // ms of the first sound, in which it follows at once in both directions
};

}  // namespace spectrumd
