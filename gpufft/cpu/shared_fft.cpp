// SPDX-License-Identifier: MIT
#include "gpufft/cpu/shared_fft.h"

#include <algorithm>

namespace gpufft::cpu {
namespace {

// The threads wait for each other three times, a few microseconds each, and at least three steps are needed.
constexpr std::size_t kLeastLength = 1 << 17;
// The first step makes at most 16 parts, so there are at most as many threads. Each then also gets several groups: the
// last two of a crossing may share columns.
constexpr unsigned kMostThreads = 16;

}  // namespace

bool SharedFft::supports(const FftRequest& request) {
  const auto side_by_side = [&](const FftLayout& layout) {
    return layout.stride == 1 && (layout.distance == 0 || layout.distance == request.length);
  };
  return request.threads > request.batch && request.length >= kLeastLength && Plan::supports(request.length) &&
         side_by_side(request.in) && side_by_side(request.out);
}

SharedFft::SharedFft(const Target& target, const FftRequest& request)
    : request_(request),
      plan_(target, request.length),
      work_(plan_.passes().work_floats),
      pool_(std::min(request.threads, kMostThreads)) {}

void SharedFft::transform(ConstPoints in, Points out) {
  const std::size_t length = request_.length;
  for (std::size_t item = 0; item < request_.batch; ++item) {
    transform_one(in.subspan(item * length, length), out.subspan(item * length, length));
  }
}

void SharedFft::transform_one(ConstPoints in, Points out) {
  const Passes& passes = plan_.passes();
  const bool swapped = request_.direction == Direction::Inverse;
  pool_.run([&](std::size_t worker) {
    const auto [first, end] = stretch_of(passes.groups, worker, pool_.size());
    plan_.crossing().points(passes, {first, end}, reinterpret_cast<const float*>(in.data()), swapped, work_.data());
  });
  pool_.run([&](std::size_t worker) {
    const auto [first, end] = stretch_of(passes.steps[0].part, worker, pool_.size());
    run_first_step(first, end);
  });
  pool_.run([&](std::size_t worker) {
    const auto [first, end] = stretch_of(passes.steps[0].radix, worker, pool_.size());
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
