// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/fft.h"

namespace spectrumd {

// Lowers steady noise in mono sound: overlapping transforms, in which each bin gets the gain of Wiener's filter. What
// is noise follows from how likely a bin is to have voice (Gerkmann and Hendriks 2012); the ratio of voice to noise is
// smoothed by the decision before (Ephraim and Malah 1984), which keeps single bins from ringing. One thread;
// allocates nothing after it is made.
class NoiseReduction {
 public:
  explicit NoiseReduction(double rate);

  void set(double most_db);  // by how much noise is lowered; 0 is off, with the same delay. Faded
  std::size_t delay() const;
  void apply(std::span<float> sound);

 private:
  void transform();
  void note_noise();
  void choose_gains();

  double rate_;
  std::unique_ptr<gpufft::Fft> forward_, back_;
  std::vector<float> window_, in_, out_, points_;  // in_: the last frame's samples; out_: sums of frames, to come
  std::vector<std::complex<float>> spectrum_;
  std::vector<float> powers_, noise_, likely_, cleaned_, gains_;
  std::size_t filled_ = 0, frames_ = 0;
  float least_gain_ = 1;
  double mix_ = 0, target_mix_ = 0;
  std::vector<float> plain_;  // the sound as it was, with the same delay
};

}  // namespace spectrumd
