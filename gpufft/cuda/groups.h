// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// Rows of frames: frames follow each other by the request's hop, within a row and from row to row.
struct RowsShape {
  std::size_t frames_per_row = 1, rows = 1;
  bool extremes = true;  // maxima and minima as well as sums
};

// The limits of a plan: groups that the device runs at the same time, and frames that a group may have.
struct GroupLimits {
  std::size_t at_once = 1, most_frames = 1;
};

// Divides the frames of every row into groups: as few as keep the whole device busy, since joining groups is work, too.
Groups share_out(const RowsShape& shape, const GroupLimits& limits);

// An upper bound for the groups to be joined, over all shapes with at most the rows and frames per row of `largest`; 0
// if all of those have one group per row. The number for `largest` itself is not such a bound: 8 frames may make 8
// groups where 9 make 5, of 2 frames each.
std::size_t most_groups_to_join(const RowsShape& largest, const GroupLimits& limits);

}  // namespace gpufft::cuda
