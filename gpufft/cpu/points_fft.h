// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/fft.h"

namespace gpufft::cpu {

constexpr std::size_t kLongest = std::size_t{1} << 22;  // points; the tables of more would not fit a small Pi

using Points = std::span<std::complex<float>>;
using ConstPoints = std::span<const std::complex<float>>;

// The standard guarantees that std::complex<float> is two floats in a row.
inline float* floats(Points points) { return reinterpret_cast<float*>(points.data()); }
inline const float* floats(ConstPoints points) { return reinterpret_cast<const float*>(points.data()); }
inline float* floats(std::vector<std::complex<float>>& points) { return floats(Points(points)); }
inline const float* floats(const std::vector<std::complex<float>>& points) { return floats(ConstPoints(points)); }

// Several transforms, and the number of points from the first point of one to the first of the next.
struct Lines {
  std::size_t count, in_distance, out_distance;
};

// A single transform of contiguous points, from which this backend builds every kind of transform.
class PointsFft {
 public:
  virtual ~PointsFft() = default;

  // `in` and `out` hold all the points, and either are the same memory or do not overlap at all.
  virtual void transform(ConstPoints in, Points out, Direction direction) = 0;

  // One after the other or several at once, with the same results.
  virtual void transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) {
    for (std::size_t i = 0; i < lines.count; ++i) {
      transform(in.subspan(i * lines.in_distance), out.subspan(i * lines.out_distance), direction);
    }
  }
};

}  // namespace gpufft::cpu
