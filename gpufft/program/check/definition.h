// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <random>
#include <span>
#include <vector>

namespace gpufft::program {

using DoublePoints = std::vector<std::complex<double>>;

// exp(-2 pi i n / points) for every n.
class Circle {
 public:
  explicit Circle(std::size_t points) : factors_(points) {
    for (std::size_t n = 0; n < points; ++n) {
      factors_[n] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(points));
    }
  }

  // Sum over n of x[n] exp(-2 pi i turns(n) / points): one result of a transform, by its definition.
  template <typename Turns>
  std::complex<double> sum(const DoublePoints& x, const Turns& turns) const {
    double re = 0, im = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
      const auto factor = factors_[turns(n) % factors_.size()];
      re += x[n].real() * factor.real() - x[n].imag() * factor.imag();
      im += x[n].real() * factor.imag() + x[n].imag() * factor.real();
    }
    return {re, im};
  }

 private:
  DoublePoints factors_;
};

// Only some results are computed by the definition: all of them would take minutes.
inline std::vector<std::size_t> some_of(std::size_t count) {
  constexpr std::size_t kSome = 48;
  std::mt19937 generator(static_cast<unsigned>(count));
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < std::min(count, kSome); ++i) some.push_back(count <= kSome ? i : generator() % count);
  return some;
}

// L2 norm of the differences divided by the L2 norm of the truth.
class RelativeError {
 public:
  void add(std::complex<double> value, std::complex<double> truth) {
    error_ += std::norm(value - truth);
    energy_ += std::norm(truth);
  }
  double value() const { return std::sqrt(error_ / energy_); }

 private:
  double error_ = 0, energy_ = 0;
};

}  // namespace gpufft::program
