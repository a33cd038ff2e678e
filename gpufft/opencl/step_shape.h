// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gpufft::opencl {

// How kernels are written for a kind of device.
struct Style {
  bool vectorised = false;  // a processor, whose compiler turns neighbouring work-items into vectors: planes of numbers
                            // instead of pairs, tables without remainders
  bool padded = true;       // a gap every 16 points, so that strides of a power of two hit all banks
  bool operator==(const Style&) const = default;
};

// A step of a transform, which goes through memory once: every work-group transforms some columns of `length` points
// each, points / length apart, in its local memory. The steps of a transform are Stockham's with large radices, and so
// are the passes within a step: results come out in natural order, and nothing is ever transposed.
struct StepShape {
  std::size_t points = 1;            // of all steps together; if columns are transformed, with everything between them
  std::size_t length = 1;            // of this step
  std::size_t inner = 1;             // 1, or for columns of a grid the length of its rows
  std::size_t before = 1;            // product of the lengths of the steps before
  std::vector<std::size_t> radices;  // of this step; their product is `length`
  std::size_t columns_together = 1;  // in a work-group
  std::size_t items = 1;             // work-items for a column
  std::size_t exchange = 2;          // floats of local memory per point: 1 (first real, then imaginary parts), 2, or 4
                                     // (two halves in turn, which saves a barrier)
  std::size_t lanes = 0;             // over 0: a work-item does whole frames on vectors of this many (lanes_source.h)
  bool across = false;               // neighbouring work-items are neighbouring columns, not points of one column

  std::size_t columns() const { return points / length; }  // of one transform
  std::size_t group_items() const { return lanes > 0 ? 1 : items * columns_together; }
  std::size_t leg_distance() const { return length / radices.front(); }  // of the first pass
  bool single() const { return columns() == 1; }                         // columns are whole transforms then

  // Rounds that a work-item needs for a pass of this radix.
  std::size_t rounds(std::size_t radix) const { return (length / radix + items - 1) / items; }
};

// Where pass `index` has its twiddle factors in the table of a step, in complex numbers; factor q at position p is at +
// q * stride + p.
struct TwiddleRows {
  std::size_t at, stride;
};
TwiddleRows twiddle_rows(const StepShape& shape, const Style& style, std::size_t index);

// The whole table: pairs of floats or, in the vectorised style, planes of real and imaginary parts (each row of real
// parts is followed by its imaginary parts).
std::vector<float> twiddle_table(const StepShape& shape, const Style& style);

// Point n of column c is turned by exp(-2 pi i c n / (before * length)) between the steps before and this one, where
// columns count modulo `before`. The points of a butterfly are `leg_distance` apart: its first one's factor is in row n
// of the table, and the others follow from it by the rows behind those, of 1, 2, 4, ... such distances. Pairs of floats
// in rows of `before` columns, so that neighbouring columns have neighbouring factors.
std::vector<float> turn_table(const StepShape& shape);

// Floats of local memory that a work-group uses.
std::size_t local_floats(const StepShape& shape, const Style& style);

}  // namespace gpufft::opencl
