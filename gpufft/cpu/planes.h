// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gpufft::cpu {

// Real and imaginary parts apart from each other, as vector units like them. A view: owns nothing.
template <typename Real>
struct Planes {
  Real* re;
  Real* im;

  // The inverse transform is the forward one with the parts exchanged on the way in and on the way out.
  Planes swapped() const { return {im, re}; }
};

template <typename Real>
class PlaneBuffer {
 public:
  explicit PlaneBuffer(std::size_t points) : im_at_(points + kApart), memory_(im_at_ + points) {}
  Planes<Real> planes() { return {memory_.data(), memory_.data() + im_at_}; }

 private:
  // Planes a power of two apart fight for the same lines of the cache: 65536 points took five times as long.
  static constexpr std::size_t kApart = 80;

  std::size_t im_at_;
  std::vector<Real> memory_;
};

}  // namespace gpufft::cpu
