// SPDX-License-Identifier: MIT
#include "gpufft/cuda/requests.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstdint>

#include "gpufft/cuda/points_plan.h"

namespace gpufft::cuda {
namespace {

void check_length(const std::string& thing, std::size_t length) {
  const bool ours = std::has_single_bit(length) ? length <= kLongest : length <= kLongestOther;
  if (length >= 1 && ours) return;
  throw PlanError(thing + " of " + std::to_string(length) + " points: the cuda backend takes 1 to " +
                  std::to_string(kLongestOther) + ", and powers of two to " + std::to_string(kLongest));
}

// As many blocks as a launch counts; a transform has one at least for every so many points.
void check_batch(const FftRequest& request) {
  if (request.batch == 0) throw PlanError("a batch of 0 transforms: at least 1 is needed");
  const std::size_t stride = std::max(request.in.stride, request.out.stride);
  const std::size_t span = std::max({request.length, request.in.distance, request.out.distance});
  constexpr std::size_t kMostPoints = std::size_t{1} << 36;
  if (request.batch > kMostPoints / span / stride / request.rows)
    throw PlanError("a batch of " + std::to_string(request.batch) + " transforms of " + std::to_string(request.length) +
                    " points: more than the memory of a device");
}

void check_layout(const FftRequest& request) {
  const auto plain = [](const FftLayout& layout) { return layout.stride == 1 && layout.distance == 0; };
  if (request.in.stride == 0 || request.out.stride == 0) throw PlanError("a stride of 0 points: at least 1 is needed");
  if (plain(request.in) && plain(request.out)) return;
  if (request.kind != FftKind::Complex || request.rows > 1)
    throw PlanError("strides and distances are for complex transforms in one dimension; points lie side by side else");
}

void check_rows(const FftRequest& request) {
  if (request.rows == 0) throw PlanError("0 rows: 1 is for one dimension");
  if (request.rows == 1) return;
  if (request.kind != FftKind::Complex) throw PlanError("two dimensions are for complex transforms");
  check_length("a column", request.rows);
}

void check_threads(const FftRequest& request) {
  constexpr unsigned kMostThreads = 256;
  if (request.threads >= 1 && request.threads <= kMostThreads) return;
  throw PlanError(std::to_string(request.threads) + " threads: 1 to " + std::to_string(kMostThreads) +
                  " can share a plan");
}

}  // namespace

void check(const FftRequest& request) {
  check_length("a transform", request.length);
  check_rows(request);
  check_layout(request);
  check_threads(request);
  check_batch(request);
}

void check(const SpectrumRequest& request) {
  check_length("a spectrum", request.bins);
  if (request.hop == 0) throw PlanError("a hop of 0 samples: frames must advance by at least 1");
  if (request.hop > SIZE_MAX / bytes_per_sample(request.format))
    throw PlanError("a hop of " + std::to_string(request.hop) + " samples: more than memory has addresses");
  const Window& window = request.window;
  if (window.shape == Window::Shape::Kaiser && !(window.beta >= 0 && window.beta <= kLargestKaiserBeta))
    throw PlanError("a Kaiser window with beta " + std::to_string(window.beta) + ": beta is a number from 0 to " +
                    std::to_string(static_cast<int>(kLargestKaiserBeta)));
}

}  // namespace gpufft::cuda
