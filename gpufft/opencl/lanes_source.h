// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "gpufft/opencl/step_source.h"

namespace gpufft::opencl {

// The kernel of step_source() for a processor, whose compiler does not turn work-items into vectors: each work-item
// does whole frames and computes on vectors.
//
// A frame of `lanes` legs of columns is read leg by leg, in vectors of neighbouring columns. The butterfly across the
// legs is the first pass; transposing the square of lanes leaves a vector for each column, whose lane k contributes to
// the bins that are k modulo `lanes`. The rest are transforms of vectors, with results in natural order. Where the
// lanes do not divide the columns, the last square begins earlier and repeats some of them.
std::string lanes_source(const StepShape& shape, const StepEnds& ends);

// Its tables: for each square, leg and column the factors between the first pass and the others; then those of the
// other passes, the same for all lanes. A row's real parts come first, then its imaginary parts.
std::vector<float> lanes_table(const StepShape& shape);

// Floats of local memory for the vectors between passes: a set to read and, if there are several passes, one to write.
std::size_t lanes_local_floats(const StepShape& shape);

}  // namespace gpufft::opencl
