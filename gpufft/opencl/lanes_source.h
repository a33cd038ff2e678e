// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "gpufft/opencl/step_source.h"

namespace gpufft::opencl {

// The kernel of step_source() for a processor, whose compiler does not turn work-items into vectors: each work-item
// does whole frames, and computes on vectors.
//
// A frame of `lanes` legs of columns is read leg by leg, vectors of neighbouring columns; the butterfly across the legs
// is the first pass, and turning the square of lanes leaves a vector for each column, whose lane k has to do with the
// bins that are k modulo `lanes`. What follows are transforms of vectors, and results stand in natural order. Where the
// lanes do not divide the columns, the last square begins earlier and does some of them again.
std::string lanes_source(const StepShape& shape, const StepEnds& ends);

// Its tables: for each square, leg and column the factors between the first pass and the others; then those of the
// other passes, the same for all lanes. Real parts of a row, then its imaginary ones.
std::vector<float> lanes_table(const StepShape& shape);

// Vectors that the passes after the first leave and find: a set to read and, if there are several, one to write.
std::size_t lanes_local_floats(const StepShape& shape);

}  // namespace gpufft::opencl
