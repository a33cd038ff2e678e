// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/shape.h"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>
#include <utility>
#include <vector>

#include "gpufft/cuda/tables.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::cuda::After;
using gpufft::cuda::Before;
using gpufft::cuda::Shape;

template <typename S, int Pass>
void expect_every_point_once() {
  std::vector<int> before(S::kLength), after(S::kLength);
  for (int thread = 0; thread < S::kThreadsPerLine; ++thread) {
    for (int slot = 0; slot < S::kPoints; ++slot) {
      ++before.at(Before<S, Pass>::base(thread) + Before<S, Pass>::offset(slot));
      ++after.at(After<S, Pass>::base(thread) + After<S, Pass>::offset(slot));
    }
  }
  EXPECT_EQ(before, std::vector<int>(S::kLength, 1)) << S::kLength << " pass " << Pass;
  EXPECT_EQ(after, std::vector<int>(S::kLength, 1)) << S::kLength << " pass " << Pass;
}

template <typename S, int Pass>
void expect_no_carry_lost() {
  for (int thread = 0; thread < S::kThreadsPerLine; ++thread) {
    for (int slot = 0; slot < S::kPoints; ++slot) {
      const int from = Before<S, Pass>::base(thread), to = After<S, Pass>::base(thread);
      const int from_offset = Before<S, Pass>::offset(slot), to_offset = After<S, Pass>::offset(slot);
      ASSERT_EQ(S::gapped(from + from_offset), S::gapped(from) + S::gapped(from_offset)) << S::kLength << ' ' << Pass;
      ASSERT_EQ(S::gapped(to + to_offset), S::gapped(to) + S::gapped(to_offset)) << S::kLength << ' ' << Pass;
      ASSERT_LT(S::gapped(to + to_offset), S::kPitch);
    }
  }
}

// The work of a block of threads, one thread after the other and in double, with the tables' turns, and butterflies by
// the definition.
template <typename S, int Pass>
void run_pass(oracle::Points& points, const std::vector<gpufft::cuda::Point>& turns) {
  constexpr int kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass);
  oracle::Points made(points.size());
  for (int thread = 0; thread < S::kThreadsPerLine; ++thread) {
    for (int first = 0; first < S::kPoints; first += kRadix) {
      const int butterfly = thread + first / kRadix * S::kThreadsPerLine;
      // Of the table's turns that by the butterfly's place, the last level's first, is the one from which all follow.
      std::complex<double> turn = 1;
      if constexpr (Pass > 0) {
        const auto place = gpufft::cuda::turn_place(gpufft::cuda::turns_in_pairs(S::kLength), kJoined, kRadix / 4,
                                                    butterfly % kJoined);
        const auto& known = turns.at(S::turns_before(Pass) + place);
        turn = {known.re, known.im};
      }
      for (int k = 0; k < kRadix; ++k) {
        std::complex<double> sum;
        for (int m = 0; m < kRadix; ++m) {
          const auto x = points.at(Before<S, Pass>::base(thread) + Before<S, Pass>::offset(first + m));
          sum += x * std::pow(turn, m) * std::polar(1.0, -2 * std::numbers::pi * k * m / kRadix);
        }
        made.at(After<S, Pass>::base(thread) + After<S, Pass>::offset(first + k)) = sum;
      }
    }
  }
  points = made;
}

template <typename S, int... Passes>
void expect_transform(std::integer_sequence<int, Passes...>) {
  (expect_every_point_once<S, Passes>(), ...);
  (expect_no_carry_lost<S, Passes>(), ...);
  auto points = in_double(random_points(S::kLength, 1));
  const auto truth = oracle::fast_dft(points);
  const auto turns = gpufft::cuda::pass_turns(S::kRadices);
  (run_pass<S, Passes>(points, turns), ...);
  EXPECT_LT(relative_error(points, truth), 1e-6) << S::kLength << ", seed 1";
}

template <typename S>
void expect_transform() {
  expect_transform<S>(std::make_integer_sequence<int, S::kPasses>());
}

TEST(CudaShape, PassesOfAllThreadsMakeATransform) {
  expect_transform<Shape<2, 128, 2, 2>>();
  expect_transform<Shape<8, 64, 4, 4, 2>>();
  expect_transform<Shape<16, 32, 4, 4, 4>>();
  expect_transform<Shape<64, 16, 8, 8, 8>>();
  expect_transform<Shape<128, 32, 16, 16, 8>>();
  expect_transform<Shape<512, 8, 32, 32, 16>>();
  expect_transform<Shape<512, 4, 16, 16, 16, 2>>();
  expect_transform<Shape<1024, 2, 16, 16, 16, 4>>();
  expect_transform<Shape<2048, 1, 8, 8, 8, 8, 4>>();
  expect_transform<Shape<4096, 1, 32, 32, 32, 4>>();
  expect_transform<Shape<8192, 1, 32, 32, 16, 16>>();
  expect_transform<Shape<16384, 1, 32, 32, 32, 16>>();
}

template <typename S>
void expect_points_stay() {
  using gpufft::cuda::Result;
  for (int thread = 0; thread < S::kThreadsPerLine; ++thread)
    for (int slot = 0; slot < S::kPoints; ++slot)
      ASSERT_EQ((Before<S, 0>::base(thread) + Before<S, 0>::offset(slot)),
                Result<S>::base(thread) + Result<S>::offset(slot))
          << S::kLength;
}

TEST(CudaShape, PointsStayWhereTheFirstRadixIsTheLast) {
  expect_points_stay<Shape<8, 128, 8, 8>>();
  expect_points_stay<Shape<16, 64, 8, 4, 4>>();
  expect_points_stay<Shape<32, 32, 8, 4, 2, 4>>();
  expect_points_stay<Shape<256, 4, 8, 8, 4, 8>>();
  expect_points_stay<Shape<2048, 1, 8, 8, 4, 8, 8>>();
}

TEST(CudaShape, NeighbouringThreadsAndLinesMeetDifferentBanks) {
  using Frames = Shape<4096, 1, 16, 16, 16, 16>;
  std::vector<int> banks(16);
  for (int thread = 0; thread < 16; ++thread) ++banks.at(Frames::gapped(After<Frames, 0>::base(thread)) % 16);
  EXPECT_EQ(banks, std::vector<int>(16, 1));
  using Columns = Shape<1024, 8, 32, 32, 32>;
  std::vector<int> line_banks(16);
  for (int line = 0; line < 8; ++line)
    for (int thread = 0; thread < 2; ++thread)
      ++line_banks.at((line * Columns::kPitch + Columns::gapped(After<Columns, 0>::base(thread))) % 16);
  EXPECT_EQ(line_banks, std::vector<int>(16, 1));
}

}  // namespace
