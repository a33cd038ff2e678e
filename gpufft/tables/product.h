// SPDX-License-Identifier: MIT
#pragma once

#include <complex>

namespace gpufft {

// Skips the care for infinities that operator* takes.
template <class Real>
std::complex<Real> product(std::complex<Real> a, std::complex<Real> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace gpufft
