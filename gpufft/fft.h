// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>

namespace gpufft {

// The sign of the exponent: negative for Forward. No scaling either way.
enum class Direction { Forward, Inverse };

// What a transform computes.
enum class FftKind {
  Complex,        // X[k] = sum over n of x[n] exp(-2 pi i k n / length), conjugated for Inverse
  RealToComplex,  // the same for real x: bins 0 to length / 2, as the others are their mirror images
  ComplexToReal,  // from those bins to real points; the imaginary parts of bins that must be real are ignored
  DctII,          // X[k] = sum over n of x[n] cos(pi k (2n + 1) / (2 length))
  DctIII          // x[n] = X[0] / 2 + sum over k > 0 of X[k] cos(pi k (2n + 1) / (2 length))
};

// Where points lie in memory, counted in points (of the type on that side: complex or real).
struct FftLayout {
  std::size_t stride = 1;    // from one point to the next
  std::size_t distance = 0;  // from one transform to the next; 0: packed, one after the other
};

// The transform to plan. New members get defaults that keep old requests valid.
struct FftRequest {
  std::size_t length = 0;                    // points of one transform
  std::size_t batch = 1;                     // transforms per call
  Direction direction = Direction::Forward;  // Complex only; the other kinds have one direction
  FftKind kind = FftKind::Complex;
  std::size_t rows = 1;  // over 1: two-dimensional, `rows` rows of `length` points each; Complex only
  FftLayout in, out;     // one-dimensional Complex only; all others are packed
  unsigned threads = 1;  // for a call, caller included: they share its batch or rows, or one long Complex transform
};

// A planned transform. No kind is scaled: forward and then inverse multiplies by length (times rows); so does
// RealToComplex and then ComplexToReal; DCT-II and then DCT-III multiplies by length / 2.
//
// A plan that exists works: unsupported requests are refused when it is made (Backend::plan_fft). A plan owns its
// scratch memory and allocates nothing afterwards; one thread uses it at a time. Only the overload for its kind may be
// called, the others throw std::logic_error. `in` and `out` hold at least the points of the request, and either are the
// same memory (with the same layout) or do not overlap at all. A plan on a device throws DeviceError if the device
// fails.
class Fft {
 public:
  virtual ~Fft() = default;

  virtual void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) = 0;  // Complex
  virtual void transform(std::span<const float> in, std::span<std::complex<float>> out);  // RealToComplex
  virtual void transform(std::span<const std::complex<float>> in, std::span<float> out);  // ComplexToReal
  virtual void transform(std::span<const float> in, std::span<float> out);                // DctII, DctIII
};

}  // namespace gpufft
