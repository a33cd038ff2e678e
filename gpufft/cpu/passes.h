// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace gpufft::cpu {

// A pass over vectors in work memory. Splits a part of radix * part vectors into `radix` independent parts of `part`
// vectors.
struct Step {
  std::size_t radix;
  std::size_t part;
  std::size_t pitch;  // vectors from the start of one part to the start of the next
  const float*
      twiddles;  // part rows of radix - 1, each a real and an imaginary part; up to two floats past the end may be read
};

// How a transform of `length` points is done with `legs` points in a vector of `lanes`. Its points are viewed as `legs`
// legs of `columns` points. The crossing takes a vector from every leg, transforms across the legs and transposes the
// square, so that from then on lane k holds every bin that is k modulo `legs`. What is left are transforms of `columns`
// vectors, without any more moves between lanes; at their end bins are contiguous in natural order. Where `lanes` does
// not divide the length there are fewer legs, and the last lanes are unused.
struct Passes {
  std::size_t length, lanes, legs, columns;
  std::size_t groups;     // of `lanes` columns; the last may repeat some columns
  const float* crossing;  // groups * (legs - 1) complex vectors
  const Step* steps;
  std::size_t step_count;
  std::size_t work_floats;
  unsigned part_bits;  // the first step's parts of 2^part_bits vectors are separated by a gap of one

  std::size_t column_of(std::size_t group) const {
    const std::size_t column = group * lanes;
    return column == 0 || column + lanes <= columns ? column : columns - lanes;
  }
  std::size_t slot_of(std::size_t column) const { return column + (column >> part_bits); }
};

}  // namespace gpufft::cpu
