// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "gpufft/cuda/kernels/circle.cuh"

namespace gpufft::cuda {

// How a block of a cluster lays out its shared memory, in points: what it sends, what it receives, the turns of its
// columns, and two barriers. What goes from one block to another is a chunk: of each row of the receiver the columns of
// the sender and a gap of one point, which leads neighbouring rows to different banks. Gaps are copied, too.
template <typename C, typename R>
struct Crossing {
  static constexpr int kBlocks = R::kLength / C::kLines;
  static_assert(kBlocks * R::kLines == C::kLength && C::kThreads == R::kThreads);
  static constexpr int kPitch = C::kLines + 1, kChunk = R::kLines * kPitch;
  static constexpr int kPoints = kBlocks * kChunk;
  static constexpr unsigned kBytes = 8 * kPoints;
  static_assert(kChunk % 2 == 0);  // copies are of whole 16 bytes

  static constexpr int room(std::size_t shared_bytes) {
    return (std::max(kPoints, static_cast<int>(shared_bytes / 8)) + 1) / 2 * 2;
  }
  static constexpr int kInward = room(C::kSharedBytes);
  static constexpr int kTurns = kInward + room(R::kSharedBytes);
  static constexpr int kBarriers = kTurns + kColumnTurns<C> * C::kThreads;
  static constexpr std::size_t kSharedBytes = std::size_t{8} * (kBarriers + 2);

  // Point k of a column, and point n of a row.
  static constexpr unsigned sent(unsigned k, unsigned column) { return k * kPitch + column; }
  static constexpr unsigned received(unsigned n, unsigned row) {
    return n / C::kLines * kChunk + row * kPitch + n % C::kLines;
  }
};

}  // namespace gpufft::cuda
