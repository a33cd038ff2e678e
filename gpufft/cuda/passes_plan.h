// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// What a plan is for. Which way is the fastest for a length is another question for each.
enum class Work { Points, Mean, Power };

// Transforms of one length, a power of two, by kernels that know their shape. What is at the ends is given with each
// call; everything is done in the order of the stream.
class PassesPlan {
 public:
  virtual ~PassesPlan() = default;

  virtual void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) = 0;
  virtual void run(FactoredSource source, FactoredSink sink, std::size_t frames, cudaStream_t stream) = 0;
  // Frames of groups.count groups to levels; without `extremes` sums only.
  virtual void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) = 0;

  // How many groups the device does at the same time.
  virtual std::size_t groups_at_once(bool extremes) const = 0;
  // Frames in a group at most: of many small powers the last digits get lost in a large sum.
  virtual std::size_t most_in_group() const { return 256; }
};

// A way to do a length: the kernels, by name. Of a length there are several.
class Recipe {
 public:
  virtual ~Recipe() = default;
  virtual std::string name() const = 0;  // "frames 16 x 16 x 16", "cluster of 4 ...", "grid ..."; a word for wisdom
  virtual bool fits_device() const = 0;
  // For calls of so many frames at most. Throws DeviceError.
  virtual std::unique_ptr<PassesPlan> plan(Work work, std::size_t frames) const = 0;
};

// All for a length, from 2 to 2^26; what has been best where it was measured comes first. No device is needed.
std::vector<std::unique_ptr<Recipe>> recipes(std::size_t length);

}  // namespace gpufft::cuda
