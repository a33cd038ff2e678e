// SPDX-License-Identifier: MIT
#include "gpufft/cpu/bluestein.h"

#include <algorithm>

#include "gpufft/tables/chirp.h"

namespace gpufft::cpu {
namespace {

const float* floats(const std::vector<std::complex<float>>& points) {
  return reinterpret_cast<const float*>(points.data());
}

}  // namespace

Bluestein::Bluestein(const Target& target, std::size_t length, std::size_t padded)
    : kernels_(target.kernels.front()),
      convolver_(target, padded),
      chirp_(chirp(length)),
      response_(chirp_response(length, padded)),
      work_(padded) {}

// The inverse is the forward transform with real and imaginary parts exchanged at both ends.
void Bluestein::transform(ConstPoints in, Points out, Direction direction) {
  const bool swapped = direction == Direction::Inverse;
  const std::size_t length = chirp_.size();
  auto* const work = reinterpret_cast<float*>(work_.data());
  kernels_.multiply(reinterpret_cast<const float*>(in.data()), floats(chirp_), length, swapped, false, work);
  std::fill(work_.begin() + static_cast<std::ptrdiff_t>(length), work_.end(), std::complex<float>());
  convolver_.transform(work_, work_, Direction::Forward);
  kernels_.multiply(work, floats(response_), work_.size(), false, false, work);
  convolver_.transform(work_, work_, Direction::Inverse);
  kernels_.multiply(work, floats(chirp_), length, false, swapped, reinterpret_cast<float*>(out.data()));
}

}  // namespace gpufft::cpu
