// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>

namespace gpufft {

enum class Direction { Forward, Inverse };

enum class FftKind {
  Complex,        // X[k] = sum over n of x[n] exp(-2 pi i k n / length), conjugated for Inverse
  RealToComplex,  // the same of real x; the length / 2 + 1 bins that are not mirror images of others
  ComplexToReal,  // from such bins back to real points; the imaginary parts of bins that must be real are ignored
  DctII,          // X[k] = sum over n of x[n] cos(pi k (2n + 1) / (2 length))
  DctIII          // x[n] = X[0] / 2 + sum over k > 0 of X[k] cos(pi k (2n + 1) / (2 length))
};

// Where points lie, counted in points (of the kind's own type on that side).
struct FftLayout {
  std::size_t stride = 1;    // from a point to the next
  std::size_t distance = 0;  // from a transform to the next; 0: right behind its last point
};

// What a plan is asked for. Members are added as backends learn more kinds; the defaults stay what they are.
struct FftRequest {
  std::size_t length = 0;                    // points of one transform
  std::size_t batch = 1;                     // transforms per call
  Direction direction = Direction::Forward;  // of Complex; the other kinds have but one
  FftKind kind = FftKind::Complex;
  std::size_t rows = 1;  // over 1: two-dimensional, so many rows of `length` points each; Complex only
  FftLayout in, out;     // of Complex in one dimension; all others lie side by side
  unsigned threads = 1;  // that share a call, the caller included: its batch or rows, or one long Complex transform
};

// A planned transform. No kind is scaled: forward then inverse multiplies by length (times rows), the two real kinds
// likewise, DCT-II then DCT-III by length / 2.
//
// A plan that exists works: every refusal happens while it is made (Backend::plan_fft). A plan owns its scratch memory
// and allocates nothing afterwards; one thread uses it at a time. Of the four calls it takes the one for its kind, and
// throws std::logic_error from the others. `in` and `out` hold what the request says, and are the same memory (with the
// same layout) or do not overlap at all.
class Fft {
 public:
  virtual ~Fft() = default;

  virtual void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) = 0;  // Complex
  virtual void transform(std::span<const float> in, std::span<std::complex<float>> out);  // RealToComplex
  virtual void transform(std::span<const std::complex<float>> in, std::span<float> out);  // ComplexToReal
  virtual void transform(std::span<const float> in, std::span<float> out);                // DctII, DctIII
};

}  // namespace gpufft
