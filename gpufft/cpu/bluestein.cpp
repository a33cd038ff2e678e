// SPDX-License-Identifier: MIT
#include "gpufft/cpu/bluestein.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "gpufft/cpu/chirp.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/planner.h"

namespace gpufft::cpu {
namespace {

// What a convolution of `length` points takes least time for: a power of two, or a little odd times one.
std::size_t padded_for(std::size_t length) {
  const std::size_t least = 2 * length - 1;
  std::size_t best = std::bit_ceil(least);
  double cheapest = std::numeric_limits<double>::infinity();
  for (const std::size_t odd : {1, 3, 5, 7, 9, 15, 21, 25, 27, 35, 45}) {
    const std::size_t padded = odd * std::max<std::size_t>(std::bit_ceil((least + odd - 1) / odd), 256);
    const double cost = static_cast<double>(padded) * cheapest_routes(padded, modelled_cost).front().cost;
    if (cost < cheapest) best = padded;
    cheapest = std::min(cheapest, cost);
  }
  return best;
}

const float* floats(const std::vector<std::complex<float>>& points) {
  return reinterpret_cast<const float*>(points.data());
}

}  // namespace

Bluestein::Bluestein(const Target& target, std::size_t length)
    : kernels_(target.kernels.front()), response_(chirp_response(length, padded_for(length))), work_(response_.size()) {
  convolver_ = plan_points_fft(target, work_.size());
  chirp_.reserve(length);
  for (std::size_t n = 0; n < length; ++n) chirp_.emplace_back(chirp_at(n, length));
}

// The inverse is the forward transform with real and imaginary parts exchanged at both ends.
void Bluestein::transform(ConstPoints in, Points out, Direction direction) {
  const bool swapped = direction == Direction::Inverse;
  const std::size_t length = chirp_.size();
  auto* const work = reinterpret_cast<float*>(work_.data());
  kernels_.multiply(reinterpret_cast<const float*>(in.data()), floats(chirp_), length, swapped, false, work);
  std::fill(work_.begin() + static_cast<std::ptrdiff_t>(length), work_.end(), std::complex<float>());
  convolver_->transform(work_, work_, Direction::Forward);
  kernels_.multiply(work, floats(response_), work_.size(), false, false, work);
  convolver_->transform(work_, work_, Direction::Inverse);
  kernels_.multiply(work, floats(chirp_), length, false, swapped, reinterpret_cast<float*>(out.data()));
}

}  // namespace gpufft::cpu
