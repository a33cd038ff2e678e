// SPDX-License-Identifier: MIT
#include "gpufft/cpu/bluestein.h"

#include <algorithm>

#include "gpufft/tables/chirp.h"

namespace gpufft::cpu {

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
  float* const work = floats(work_);
  kernels_.multiply(floats(in), floats(chirp_), length, swapped, false, work);
  std::fill(work_.begin() + static_cast<std::ptrdiff_t>(length), work_.end(), std::complex<float>());
  convolver_.transform(work_, work_, Direction::Forward);
  kernels_.multiply(work, floats(response_), work_.size(), false, false, work);
  convolver_.transform(work_, work_, Direction::Inverse);
  kernels_.multiply(work, floats(chirp_), length, false, swapped, floats(out));
}

}  // namespace gpufft::cpu
