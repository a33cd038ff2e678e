// SPDX-License-Identifier: MIT
#include "gpufft/cpu/shared_fft.h"

#include <algorithm>

namespace gpufft::cpu {
namespace {

// Three times the threads wait for each other, a few microseconds each, and three steps there must be.
constexpr std::size_t kLeastLength = 1 << 17;
// The first step makes at most 16 parts. So few also get several groups each: the last two of a crossing may share
// columns.
constexpr unsigned kMostThreads = 16;

}  // namespace

bool SharedFft::takes(const FftRequest& request) {
  const auto side_by_side = [&](const FftLayout& layout) {
    return layout.stride == 1 && (layout.distance == 0 || layout.distance == request.length);
  };
  return request.threads > request.batch && request.length >= kLeastLength && Plan::takes(request.length) &&
         side_by_side(request.in) && side_by_side(request.out);
}

SharedFft::SharedFft(const Target& target, const FftRequest& request)
    : request_(request),
      plan_(target, request.length),
      work_(plan_.passes().work_floats),
      crew_(std::min(request.threads, kMostThreads)) {}

void SharedFft::transform(ConstPoints in, Points out) {
  const std::size_t length = request_.length;
  for (std::size_t item = 0; item < request_.batch; ++item) {
    transform_one(in.subspan(item * length, length), out.subspan(item * length, length));
  }
}

void SharedFft::transform_one(ConstPoints in, Points out) {
  const Passes& passes = plan_.passes();
  const bool swapped = request_.direction == Direction::Inverse;
  crew_.run([&](std::size_t hand) {
    const auto [first, end] = stretch_of(passes.groups, hand, crew_.size());
    plan_.crossing().points(passes, {first, end}, reinterpret_cast<const float*>(in.data()), swapped, work_.data());
  });
  crew_.run([&](std::size_t hand) {
    const auto [first, end] = stretch_of(passes.steps[0].part, hand, crew_.size());
    run_first_step(first, end);
  });
  crew_.run([&](std::size_t hand) {
    const auto [first, end] = stretch_of(passes.steps[0].radix, hand, crew_.size());
    for (std::size_t part = first; part < end; ++part) {
      plan_.kernels().finish_part(passes, part, work_.data(), swapped, reinterpret_cast<float*>(out.data()));
    }
  });
}

void SharedFft::run_first_step(std::size_t first_column, std::size_t end) {
  Step step = plan_.passes().steps[0];
  step.part = end - first_column;
  step.twiddles += first_column * 2 * (step.radix - 1);
  plan_.kernels().step(step, work_.data() + first_column * 2 * plan_.kernels().lanes);
}

}  // namespace gpufft::cpu
