// SPDX-License-Identifier: MIT
#include "gpufft/device/stages.h"

#include "gpufft/tables/chirp.h"
#include "gpufft/tables/turns.h"

namespace gpufft::device {
namespace {

using Point = std::complex<float>;

ElementStage element(const char* kernel, std::size_t size, std::size_t other_size, std::vector<Point> table = {}) {
  return {kernel, size, other_size, size * sizeof(Point), std::move(table)};
}

Stages to_bins(std::size_t length) {
  const std::size_t half = length / 2;
  if (length % 2 == 0)
    return {PointsStage{half, Direction::Forward}, element("split_bins", half + 1, half, turns(half + 1, length))};
  return {element("widen", length, length), PointsStage{length, Direction::Forward},
          element("first_bins", half + 1, length)};
}

Stages to_reals(std::size_t length) {
  const std::size_t half = length / 2;
  if (length % 2 == 0)
    return {element("join_bins", half, half + 1, turns(half, length)), PointsStage{half, Direction::Inverse}};
  return {element("mirror_bins", length, half + 1), PointsStage{length, Direction::Inverse},
          ElementStage{"narrow", length, length, length * sizeof(float)}};
}

Stages joined(ElementStage first, Stages middle, ElementStage last) {
  middle.insert(middle.begin(), std::move(first));
  middle.emplace_back(std::move(last));
  return middle;
}

Stages to_cosines(std::size_t length) {
  const std::size_t bytes = length * sizeof(float), bins = length / 2 + 1;
  return joined({"to_cosine_order", length, length, bytes}, to_bins(length),
                {"cosines_of_bins", bins, length, bytes, turns(bins, 4 * length)});
}

Stages from_cosines(std::size_t length) {
  const std::size_t bins = length / 2 + 1;
  return joined(element("bins_of_cosines", bins, length, turns(bins, 4 * length)), to_reals(length),
                {"from_cosine_order", length, length, length * sizeof(float)});
}

struct BytesOf {
  std::size_t operator()(const PointsStage& stage) const { return stage.length * stage.times * sizeof(Point); }
  std::size_t operator()(const ColumnsStage& stage) const { return stage.rows * stage.length * sizeof(Point); }
  std::size_t operator()(const TransposeStage& stage) const { return stage.rows * stage.length * sizeof(Point); }
  std::size_t operator()(const ElementStage& stage) const { return stage.bytes; }
};

}  // namespace

Stages stages_of(const FftRequest& request) {
  switch (request.kind) {
    case FftKind::Complex:
      break;
    case FftKind::RealToComplex:
      return to_bins(request.length);
    case FftKind::ComplexToReal:
      return to_reals(request.length);
    case FftKind::DctII:
      return to_cosines(request.length);
    case FftKind::DctIII:
      return from_cosines(request.length);
  }
  Stages stages{PointsStage{request.length, request.direction, request.rows}};
  if (request.rows > 1) stages.emplace_back(ColumnsStage{request.rows, request.length, request.direction});
  return stages;
}

Stages columns_as_rows(const ColumnsStage& columns) {
  const auto [rows, length, direction] = columns;
  return {TransposeStage{rows, length}, PointsStage{rows, direction, length}, TransposeStage{length, rows}};
}

Stages bluestein(std::size_t length, std::size_t padded, Direction direction) {
  auto into = element("chirp_in", padded, length, chirp(length)),
       back = element("chirp_out", length, padded, chirp(length));
  into.swapped = back.swapped = direction == Direction::Inverse;
  return {into, PointsStage{padded, Direction::Forward},
          element("multiply", padded, padded, chirp_response(length, padded)), PointsStage{padded, Direction::Inverse},
          back};
}

std::size_t bytes_of(const Stage& stage) { return std::visit(BytesOf(), stage); }

}  // namespace gpufft::device
