// SPDX-License-Identifier: MIT
#include "gpufft/qpu/requests.h"

#include <fmt/format.h>

#include <bit>
#include <complex>
#include <cstdint>
#include <string_view>

#include "gpufft/backend.h"
#include "gpufft/requests.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kShortest = 1 << 4, kLongest = 1 << 22;  // limits of the kernels
constexpr std::size_t kWidest = 1 << 12, kNoColumn = 1 << 7;   // limits of the kernel for columns

void check_length(std::string_view thing, std::size_t length) {
  if (std::has_single_bit(length) && length >= kShortest && length <= kLongest) return;
  throw PlanError(fmt::format("{} of {} points: the qpu backend accepts powers of two from {} to {}; use backend cpu",
                              thing, length, kShortest, kLongest));
}

bool side_by_side(const FftLayout& layout, std::size_t length) {
  return layout.stride == 1 && (layout.distance == 0 || layout.distance == length);
}

void check_kind(const FftRequest& request) {
  if (request.kind == FftKind::DctII || request.kind == FftKind::DctIII)
    throw PlanError("the qpu backend has no cosine transforms; use backend cpu");
  if (request.kind == FftKind::Complex) return;
  if (request.length < 4 * kShortest)
    throw PlanError(
        fmt::format("a transform of {} real points: the qpu backend accepts powers of two from {}; use "
                    "backend cpu",
                    request.length, 4 * kShortest));
  if (request.rows != 1) throw PlanError("the qpu backend transforms real points in one dimension; use backend cpu");
}

void check_layout(const FftRequest& request) {
  if (!side_by_side(request.in, request.length) || !side_by_side(request.out, request.length))
    throw PlanError("the qpu backend requires contiguous points, without strides; use backend cpu");
}

// The limits of the kernel for columns.
void check_rows(const FftRequest& request) {
  if (request.rows == 1) return;
  if (request.rows == 0) throw PlanError("0 rows: use 1 for one dimension");
  check_length("a column", request.rows);
  if (request.length <= kWidest && request.rows != kNoColumn && request.length * request.rows <= kLongest) return;
  throw PlanError(
      fmt::format("{} rows of {} points: the qpu backend accepts rows of {} to {} points, columns of any "
                  "length but {}, and {} points in all; use backend cpu",
                  request.rows, request.length, kShortest, kWidest, kNoColumn, kLongest));
}

}  // namespace

void check(const FftRequest& request) {
  check_kind(request);
  check_layout(request);
  check_length("a transform", request.length);
  check_rows(request);
  if (request.batch == 0) throw PlanError("a batch of 0 transforms: at least 1 is needed");
  if (request.batch > SIZE_MAX / sizeof(std::complex<float>) / request.length / request.rows)
    throw PlanError(fmt::format("a batch of {} transforms of {} points: more memory than can be addressed",
                                request.batch, request.length));
}

void check(const SpectrumRequest& request) {
  check_length("a spectrum", request.bins);
  check_request(request, "qpu", kLongest);
}

}  // namespace gpufft::qpu
