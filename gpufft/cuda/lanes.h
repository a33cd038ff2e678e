// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gpufft/cuda/memory.h"

namespace gpufft::cuda {

// The points between the steps of a transform, and the stream of a lane, which runs concurrently with that of others.
struct Lane {
  DeviceMemory<Point> between;
  OwnStream stream;
  Event done;
  bool under_way = false;  // has had some of this call's kernels
};

// Transforms a few frames at a time: as many as the device's cache holds, since what is overwritten in the cache never
// goes to memory, in several lanes, as a single one would leave the device idle from launch to launch. Measured on an
// H200, 2^27 points as frames of 2^16 and 2^20: three lanes of 2^20 points 0.58 and 0.48 of a copy, two of 2^21 0.56
// and 0.46, five of 2^20 0.53 and 0.44. Frames that do not fit the cache at all: as many as keep the device busy.
class Lanes {
 public:
  struct Shape {
    std::size_t count, frames;  // frames: of a lane at a time
  };
  static Shape for_points(std::size_t length) {
    constexpr std::size_t kTogether = std::size_t{1} << 20, kInCache = std::size_t{1} << 22,
                          kMany = std::size_t{1} << 26;
    if (length <= kTogether) return {3, (kTogether + length - 1) / length};
    if (length <= kInCache) return {2, 1};
    return {1, std::max<std::size_t>(1, kMany / length)};
  }

  // For calls of at most `frames` frames.
  Lanes(Shape shape, std::size_t length, std::size_t frames)
      : at_once_(std::min(frames, shape.frames)), lanes_(frames > at_once_ ? shape.count : 1) {
    for (Lane& lane : lanes_) lane.between = DeviceMemory<Point>(at_once_ * length);
  }

  std::size_t frames_at_once() const { return at_once_; }
  Lane& front() { return lanes_.front(); }

  // Calls work(lane, frames, stream) for all frames, a few at a time; the lanes take turns.
  template <typename Work>
  void run(std::size_t frames, cudaStream_t stream, Work work) {
    for (Lane& lane : lanes_) lane.under_way = false;
    if (frames <= at_once_) return work(front(), frames, stream);
    start_.record(stream);
    for (const Lane& lane : lanes_) check(cudaStreamWaitEvent(lane.stream, start_), "a lane");
    for (std::size_t done = 0, turn = 0; done < frames; done += at_once_, ++turn) {
      Lane& lane = lanes_[turn % lanes_.size()];
      work(lane, std::min(at_once_, frames - done), lane.stream);
      lane.under_way = true;
    }
    for (const Lane& lane : lanes_) {
      lane.done.record(lane.stream);
      check(cudaStreamWaitEvent(stream, lane.done), "a lane");
    }
  }

 private:
  std::size_t at_once_;
  std::vector<Lane> lanes_;
  Event start_;
};

}  // namespace gpufft::cuda
