// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpufft/cuda/kernels/arguments.h"

namespace gpufft::cuda {

// What a plan is for; the fastest recipe for a length differs between them. Few: points of so few transforms that the
// device is not busy, and latency is what counts.
enum class Work { Points, Few, Mean, Power };

// Transforms of one length by kernels with compile-time shapes. Each call gets the ends of the
// transform; everything is done in the order of the stream.
class PassesPlan {
 public:
  virtual ~PassesPlan() = default;
  virtual void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) = 0;
  // Folds the frames of groups.count groups into levels; without `extremes` sums only.
  virtual void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) = 0;

  // How many groups the device runs at the same time.
  virtual std::size_t groups_at_once(bool extremes) const = 0;
  // The most frames in a group: a large sum of many small powers loses the last digits.
  virtual std::size_t most_in_group() const { return 256; }
};

// A way to do a length: the kernels, by name. Most lengths have several.
class Recipe {
 public:
  virtual ~Recipe() = default;
  virtual std::string name()
      const = 0;  // "frames 16 x 16 x 16", "cluster of 4 ...", "grid ..."; one word, as the key for wisdom
  virtual bool does(Work) const { return true; }  // whether this build has the kernels, see recipes()
  virtual bool fits_device() const = 0;
  virtual bool suits(Work, std::size_t) const { return true; }  // whether so many frames keep it busy, on this device
  // For calls of at most `frames` frames. Throws DeviceError.
  virtual std::unique_ptr<PassesPlan> plan(Work work, std::size_t frames) const = 0;
};

// All recipes for a length, in the order of their speed where that has been measured: some for powers of two from 2 to
// 2^26 and for many products of 2, 3, 5 and 7. No device is needed.
std::vector<std::unique_ptr<Recipe>> recipes(Work work, std::size_t length);

}  // namespace gpufft::cuda
