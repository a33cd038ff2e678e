// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// Rows of frames: the frames of a row follow each other by the request's hop, and rows follow likewise.
struct RowsShape {
  std::size_t frames_per_row = 1, rows = 1;
  bool extremes = true;  // maxima and minima as well as sums
};

// What a plan can fold: groups that the device works on at the same time, and frames that a group may have at most.
struct GroupLimits {
  std::size_t at_once = 1, most_frames = 1;
};

// Shares the frames of every row among groups: as few as keep all of a device busy, since joining groups is work, too.
Groups share_out(const RowsShape& shape, const GroupLimits& limits);

// An upper bound for the groups that have to be joined, over all shapes with no more rows and no more frames per row
// than `largest`; 0 if all of those have one group per row. The number for `largest` itself is no such bound: 8 frames
// may make 8 groups where 9 make 5, of 2 frames each.
std::size_t most_groups_to_join(const RowsShape& largest, const GroupLimits& limits);

}  // namespace gpufft::cuda
