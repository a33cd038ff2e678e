// SPDX-License-Identifier: MIT
#include "gpufft/requests.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>

#include "gpufft/backend.h"

namespace gpufft {
namespace {

struct Lengths {
  std::string_view backend;
  std::size_t longest;
};

void check_length(const std::string& thing, std::size_t length, const Lengths& lengths) {
  if (length >= 1 && length <= lengths.longest) return;
  throw PlanError(thing + " of " + std::to_string(length) + " points: the " + std::string(lengths.backend) +
                  " backend accepts 1 to " + std::to_string(lengths.longest));
}

void check_batch(const FftRequest& request) {
  if (request.batch == 0) throw PlanError("a batch of 0 transforms: at least 1 is needed");
  const std::size_t stride = std::max(request.in.stride, request.out.stride);
  const std::size_t span = std::max({request.length, request.in.distance, request.out.distance});
  if (request.batch > SIZE_MAX / sizeof(std::complex<float>) / span / stride / request.rows) {
    throw PlanError("a batch of " + std::to_string(request.batch) + " transforms of " + std::to_string(request.length) +
                    " points: more memory than can be addressed");
  }
}

void check_layout(const FftRequest& request) {
  const auto plain = [](const FftLayout& layout) { return layout.stride == 1 && layout.distance == 0; };
  if (request.in.stride == 0 || request.out.stride == 0) throw PlanError("a stride of 0 points: at least 1 is needed");
  if (plain(request.in) && plain(request.out)) return;
  if (request.kind != FftKind::Complex || request.rows > 1) {
    throw PlanError("strides and distances are for complex transforms in one dimension only");
  }
}

void check_rows(const FftRequest& request, const Lengths& lengths) {
  if (request.rows == 0) throw PlanError("0 rows: use 1 for one dimension");
  if (request.rows == 1) return;
  if (request.kind != FftKind::Complex) throw PlanError("two dimensions are for complex transforms only");
  check_length("a column", request.rows, lengths);
}

void check_threads(unsigned threads) {
  constexpr unsigned kMostThreads = 256;
  if (threads >= 1 && threads <= kMostThreads) return;
  throw PlanError(std::to_string(threads) + " threads: 1 to " + std::to_string(kMostThreads) + " can share a plan");
}

void check_hop(const SpectrumRequest& request) {
  if (request.hop == 0) throw PlanError("a hop of 0 samples: frames must advance by at least 1");
  if (request.hop > SIZE_MAX / bytes_per_sample(request.format)) {
    throw PlanError("a hop of " + std::to_string(request.hop) + " samples: more memory than can be addressed");
  }
}

void check_window(const Window& window) {
  if (window.shape != Window::Shape::Kaiser) return;
  if (window.beta >= 0 && window.beta <= kLargestKaiserBeta) return;  // NaN is neither
  throw PlanError("a Kaiser window with beta " + std::to_string(window.beta) + ": beta is a number from 0 to " +
                  std::to_string(static_cast<int>(kLargestKaiserBeta)));
}

}  // namespace

void check_request(const FftRequest& request, std::string_view backend, std::size_t longest) {
  check_length("a transform", request.length, {backend, longest});
  check_rows(request, {backend, longest});
  check_layout(request);
  check_threads(request.threads);
  check_batch(request);
}

void check_request(const SpectrumRequest& request, std::string_view backend, std::size_t longest) {
  check_length("a spectrum", request.bins, {backend, longest});
  check_hop(request);
  check_window(request.window);
  check_threads(request.threads);
}

std::size_t distance_of(const FftLayout& layout, std::size_t length) {
  return layout.distance != 0 ? layout.distance : (length - 1) * layout.stride + 1;
}

}  // namespace gpufft
