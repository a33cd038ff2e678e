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

// A frame of samples, and the value that they have at silence.
struct Frame {
  const std::byte* iq;
  std::complex<float> zero;
};

// Groups of the crossing: from `first` up to but not including `end`.
struct Groups {
  std::size_t first, end;
};

constexpr std::size_t kFramesTogether = 2;

// Points of the transforms that are done in registers.
constexpr std::array<std::size_t, 19> kShortLengths{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 26};

// Transforms of a few points, and the floats from the start of one to the start of the next. `in` and `out` either are
// the same, with the same distances, or do not overlap.
struct ShortLines {
  const float* in;
  float* out;
  std::size_t count, in_distance, out_distance;
};

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

  // (sample - zero) * window, into the first pass; indexed by SampleFormat.
  std::array<void (*)(const Passes&, const Frame* frames, std::size_t count, const float* window, float* work), 4>
      cross_samples;
  // All other passes of several frames, then their power into `levels`: vectors of sum, max and min alternate. Adds to
  // what is there, or overwrites it.
  using Fold = void (*)(const Passes&, float* work, float* levels);
  std::array<Fold, kFramesTogether> fold, fold_overwrite;  // by the number of frames less one
  // Rearranges `levels` into the three parts of a row, lowest frequency first; adds to the row, or overwrites it.
  void (*join)(const Passes&, const float* levels, float* sum, float* max, float* min);
  void (*join_overwrite)(const Passes&, const float* levels, float* sum, float* max, float* min);

  // Interleaved points into the first pass, and all other passes back to interleaved points; `swapped` exchanges real
  // and imaginary parts, which gives the inverse if done at both ends.
  struct Crossing {
    std::size_t legs;
    void (*points)(const Passes&, Groups, const float* in, bool swapped, float* work);
  };
  std::span<const Crossing> crossings;  // the first has a leg for every lane
  void (*finish_points)(const Passes&, float* work, bool swapped, float* out);
  // Like finish_points, for one of the parts that the first of at least three steps has made.
  void (*finish_part)(const Passes&, std::size_t part, float* work, bool swapped, float* out);

  // Two transforms at once with half as many legs as lanes, each in one half of every vector (pair_plan.h).
  struct Pair {
    void (*cross)(const Passes&, PairIn, bool swapped, float* work);
    void (*finish)(const Passes&, float* work, bool swapped, PairOut);
  };
  std::optional<Pair> pair;

  // Neighbouring columns, each with a whole transform in one lane: rows of points into the first pass, and all passes
  // back to rows, which may be the same. `pitch` is from one row to the next, in points.
  struct Columns {
    void (*load)(const Passes&, const float* in, std::size_t pitch, bool swapped, float* work);
    void (*finish)(const Passes&, float* work, bool swapped, float* out, std::size_t pitch);
  } columns;

  // Transforms in multiples of the lanes; indexed like kShortLengths. Null where a transform has fewer floats, except
  // for two points.
  using Short = void (*)(const ShortLines&, bool inverse);
  std::array<Short, kShortLengths.size()> shorts;

  // A single pass.
  void (*step)(const Step&, float* work);

  // Points times points, with the real and imaginary parts of `a`, or of the product, exchanged.
  void (*multiply)(const float* a, const float* b, std::size_t points, bool swap_a, bool swap_product, float* out);

  // What makes real transforms of complex ones, and cosine transforms of real ones: see real_fft.cpp. Bins are those
  // from 0 to half of the real points. `in` and `out` are different memory.
  struct Real {
    void (*split)(const float* pairs, const float* turns, std::size_t half, float* bins);
    void (*unite)(const float* bins, const float* turns, std::size_t half, float* pairs);
    void (*fold)(const float* in, std::size_t length, float* out);
    void (*unfold)(const float* in, std::size_t length, float* out);
    void (*to_cosines)(const float* bins, const float* turns, std::size_t length, float* out);
    void (*from_cosines)(const float* in, const float* turns, std::size_t length, float* bins);
  } real;

  // Points at row and column to those at column and row; pitches are from one row to the next, in points.
  struct Turn {
    std::size_t rows, columns, in_pitch, out_pitch;  // of `in`
  };
  void (*turn)(const float* in, const Turn&, float* out);

  void (*to_bytes)(const float* power, std::size_t bins, const LevelScale&, std::uint8_t* levels);
  void (*to_words)(const float* power, std::size_t bins, const LevelScale&, std::int16_t* levels);
};

}  // namespace gpufft::cpu
