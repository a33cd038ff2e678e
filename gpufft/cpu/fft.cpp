// SPDX-License-Identifier: MIT
#include "gpufft/cpu/fft.h"

#include <algorithm>

#include "gpufft/cpu/real_fft.h"
#include "gpufft/requests.h"

namespace gpufft::cpu {
namespace {

constexpr std::size_t kColumnsTogether = 16;  // two lines of the cache

std::vector<Hand> make_hands(const Target& target, std::size_t count, std::size_t length, std::size_t line) {
  std::vector<Hand> hands(count);
  for (Hand& hand : hands) {
    hand.fft = plan_points_fft(target, length);
    hand.line.resize(line);
  }
  return hands;
}

}  // namespace

ComplexFft::ComplexFft(const Target& target, const FftRequest& request)
    : request_(request), crew_(std::min<std::size_t>(request.threads, request.batch)) {
  const bool side_by_side = request.in.stride == 1 && request.out.stride == 1;
  hands_ = make_hands(target, crew_.size(), request.length, side_by_side ? 0 : request.length);
}

void ComplexFft::transform(ConstPoints in, Points out) {
  const std::size_t in_distance = distance_of(request_.in, request_.length);
  const std::size_t out_distance = distance_of(request_.out, request_.length);
  share(crew_, hands_, request_.batch, [&](Hand& hand, std::size_t item) {
    transform_one(hand, in.subspan(item * in_distance), out.subspan(item * out_distance));
  });
}

void ComplexFft::transform_one(Hand& hand, ConstPoints in, Points out) const {
  const std::size_t length = request_.length;
  if (hand.line.empty()) return hand.fft->transform(in.first(length), out.first(length), request_.direction);
  for (std::size_t n = 0; n < length; ++n) hand.line[n] = in[n * request_.in.stride];
  hand.fft->transform(hand.line, hand.line, request_.direction);
  for (std::size_t k = 0; k < length; ++k) out[k * request_.out.stride] = hand.line[k];
}

GridFft::GridFft(const Target& target, const FftRequest& request)
    : request_(request),
      crew_(request.threads),
      row_hands_(make_hands(target, request.threads, request.length, 0)),
      column_hands_(make_hands(target, request.threads, request.rows, kColumnsTogether * request.rows)) {}

void GridFft::transform(ConstPoints in, Points out) {
  const std::size_t points = request_.length * request_.rows;
  for (std::size_t item = 0; item < request_.batch; ++item) {
    transform_rows(in.subspan(item * points, points), out.subspan(item * points, points));
    transform_columns(out.subspan(item * points, points));
  }
}

void GridFft::transform_rows(ConstPoints in, Points out) {
  const std::size_t length = request_.length;
  share(crew_, row_hands_, request_.rows, [&](Hand& hand, std::size_t row) {
    hand.fft->transform(in.subspan(row * length, length), out.subspan(row * length, length), request_.direction);
  });
}

void GridFft::transform_columns(Points grid) {
  const std::size_t length = request_.length, rows = request_.rows;
  const std::size_t blocks = (length + kColumnsTogether - 1) / kColumnsTogether;
  share(crew_, column_hands_, blocks, [&](Hand& hand, std::size_t block) {
    const std::size_t first = block * kColumnsTogether, columns = std::min(kColumnsTogether, length - first);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns; ++i) hand.line[i * rows + row] = grid[row * length + first + i];
    }
    for (std::size_t i = 0; i < columns; ++i) {
      const auto column = Points(hand.line).subspan(i * rows, rows);
      hand.fft->transform(column, column, request_.direction);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < columns; ++i) grid[row * length + first + i] = hand.line[i * rows + row];
    }
  });
}

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request) {
  switch (request.kind) {
    case FftKind::Complex:
      break;
    case FftKind::RealToComplex:
    case FftKind::ComplexToReal:
      return std::make_unique<RealFft>(target, request);
    case FftKind::DctII:
    case FftKind::DctIII:
      return std::make_unique<CosineFft>(target, request);
  }
  if (request.rows > 1) return std::make_unique<GridFft>(target, request);
  return std::make_unique<ComplexFft>(target, request);
}

}  // namespace gpufft::cpu
