// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "gpufft/cpu/passes.h"

namespace gpufft::cpu {

// Floats that are not finite, or 120 dB and more over full scale, are broken data, and zero here: a single one would
// otherwise spoil the whole frame and the tracked mean.
constexpr float kBroken = 1e6F;  // times full scale

// A frame of samples, and what they count when there is no signal.
struct Frame {
  const std::byte* iq;
  float zero_re, zero_im;
};

constexpr std::size_t kFramesTogether = 2;

// What one target does with vectors of one width. `work` is aligned to kAlignment and has work_floats for each frame.
struct Kernels {
  std::size_t lanes;

  // (sample - zero) * window, into the first pass; by SampleFormat.
  std::array<void (*)(const Passes&, const Frame* frames, std::size_t count, const float* window, float* work), 4>
      cross_samples;
  // All other passes of kFramesTogether frames or of one, and their power into `levels`: sum, max and min, a vector of
  // each by turns, in place of what was there or added to it.
  using Fold = void (*)(const Passes&, float* work, float* levels);
  Fold fold_one_afresh, fold_one, fold_two_afresh, fold_two;
  // `levels` into the three parts of a row, lowest frequency first.
  void (*join)(const Passes&, const float* levels, float* sum, float* max, float* min);

  // Interleaved points into the first pass, and all other passes back to interleaved points; `swapped` has real and
  // imaginary parts exchanged, which done at both ends makes the inverse.
  void (*cross_points)(const Passes&, const float* in, bool swapped, float* work);
  void (*finish_points)(const Passes&, float* work, bool swapped, float* out);
};

}  // namespace gpufft::cpu
