// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

#include "gpufft/cpu/target.h"
#include "gpufft/fft.h"

namespace gpufft::cpu {

constexpr std::size_t kLongest = std::size_t{1} << 22;  // points; the tables of more would not fit a small Pi

using Points = std::span<std::complex<float>>;
using ConstPoints = std::span<const std::complex<float>>;

// Some transforms, and how many points there are from the first of one to the first of the next.
struct Lines {
  std::size_t count, in_distance, out_distance;
};

// A single transform of points that lie side by side: what every kind of transform in this backend is made of.
class PointsFft {
 public:
  virtual ~PointsFft() = default;

  // `in` and `out` have all the points, and are the same memory or do not overlap at all.
  virtual void transform(ConstPoints in, Points out, Direction direction) = 0;

  // One after the other, or several at once, with the same results.
  virtual void transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction);
};

// Any length from 1 to kLongest: passes where 2, 3, 5 and 7 divide it down to 1, else a convolution.
std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length);

}  // namespace gpufft::cpu
