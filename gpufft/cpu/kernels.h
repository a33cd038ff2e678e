// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gpufft/cpu/passes.h"
#include "gpufft/levels.h"

namespace gpufft::cpu {

// A frame of samples, and what they count when there is no signal.
struct Frame {
  const std::byte* iq;
  std::complex<float> zero;
};

// Of the crossing, those from `first` up to but without `end`.
struct Groups {
  std::size_t first, end;
};

constexpr std::size_t kFramesTogether = 2;

// The points of two transforms.
struct PairIn {
  const float *first, *second;
};
struct PairOut {
  float *first, *second;
};

// What one target does with vectors of one width. `work` is aligned to kAlignment and has work_floats for each frame.
struct Kernels {
  std::size_t lanes;

  // (sample - zero) * window, into the first pass; by SampleFormat.
  std::array<void (*)(const Passes&, const Frame* frames, std::size_t count, const float* window, float* work), 4>
      cross_samples;
  // All other passes of so many frames, and their power into `levels`: sum, max and min, a vector of
  // each by turns, in place of what was there or added to it.
  using Fold = void (*)(const Passes&, float* work, float* levels);
  std::array<Fold, kFramesTogether> fold, fold_afresh;  // by how many frames, less one
  // `levels` into the three parts of a row, lowest frequency first; afresh in place of what was there.
  void (*join)(const Passes&, const float* levels, float* sum, float* max, float* min);
  void (*join_afresh)(const Passes&, const float* levels, float* sum, float* max, float* min);

  // Interleaved points into the first pass, and all other passes back to interleaved points; `swapped` has real and
  // imaginary parts exchanged, which done at both ends makes the inverse.
  struct Crossing {
    std::size_t legs;
    void (*points)(const Passes&, Groups, const float* in, bool swapped, float* work);
  };
  std::span<const Crossing> crossings;  // the first has a leg for every lane
  void (*finish_points)(const Passes&, float* work, bool swapped, float* out);
  // The same of one part that the first of at least three steps has made.
  void (*finish_part)(const Passes&, std::size_t part, float* work, bool swapped, float* out);

  // Two transforms at once with half as many legs as lanes, each in a half of every vector (pair_plan.h).
  struct Pair {
    void (*cross)(const Passes&, PairIn, bool swapped, float* work);
    void (*finish)(const Passes&, float* work, bool swapped, PairOut);
  };
  std::optional<Pair> pair;

  // A pass on its own.
  void (*step)(const Step&, float* work);

  // Points times points, with the parts of the first exchanged before or of the product after.
  void (*multiply)(const float* a, const float* b, std::size_t points, bool swap_a, bool swap_product, float* out);

  void (*to_bytes)(const float* power, std::size_t bins, const LevelScale&, std::uint8_t* levels);
  void (*to_words)(const float* power, std::size_t bins, const LevelScale&, std::int16_t* levels);
};

}  // namespace gpufft::cpu
