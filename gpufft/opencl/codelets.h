// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gpufft::opencl {

// The points of a butterfly in a kernel: point n is in the variables r<first + n> and i<first + n>, of the type Real:
// floats, or vectors of them.
struct Registers {
  std::size_t first = 0;

  std::string re(std::size_t n) const { return "r" + std::to_string(first + n); }
  std::string im(std::size_t n) const { return "i" + std::to_string(first + n); }
};

// A factor exp(-2 pi i (position * times / (radix * before) + turn)) in a butterfly's twiddle table, where `before` is
// the product of the radices before it. Powers of two need about half as many as they have legs.
struct Twiddle {
  std::size_t times;
  double turn;
};
std::vector<Twiddle> twiddles_of(std::size_t radix);

// Statements that transform the legs in place, in natural order. With `twiddled` the variables wr<n> and wi<n> hold the
// factors of twiddles_of(radix). Powers of two are built from butterflies of two points with six fused multiply-adds
// each, twiddle included.
std::string butterfly(std::size_t radix, Registers legs, bool twiddled);

}  // namespace gpufft::opencl
