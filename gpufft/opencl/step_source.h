// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "gpufft/opencl/step_shape.h"
#include "gpufft/spectrum.h"

namespace gpufft::opencl {

// What a step reads, and what it writes.
struct StepEnds {
  bool from_samples = false;  // decoded and windowed, frame by frame; otherwise points
  bool to_power = false;      // sum, max and min of |X|^2 over the frames of a chain; otherwise points
  SampleFormat format = SampleFormat::Cu8;
};

// The kernel "one_step", in OpenCL C 1.2, with these arguments:
//
//   in                  points, or samples
//   out                 points, or the rows of each chain: sums, maxima, minima; lowest frequency first
//   twiddles            the table of the step (twiddle_table)
//   turns               factors between steps (turn_table)
//   count     uint      transforms, or frames
//   swapped   int       1: real and imaginary parts are exchanged at both ends (the inverse); points only
//   window, zeros       window with all scales folded in; what a sample without signal counts, for each frame
//   hop       uint      samples from frame to frame
//   per_chain uint      frames that each chain folds
//
// A chain is a stretch of frames whose power one work-group (or a column of one) gathers in registers. Work-groups: one
// for each `columns_together` columns in the first dimension, transforms or chains in the second; where a column is a
// whole transform, the second dimension counts `columns_together` transforms or chains at a time.
std::string step_source(const StepShape& shape, const Style& style, const StepEnds& ends);

}  // namespace gpufft::opencl
