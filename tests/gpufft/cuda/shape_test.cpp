// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <complex>
#include <numbers>
#include <utility>
#include <vector>

#include "gpufft/cuda/tables.h"
#include "tests/gpufft/signals.h"

namespace {

using gpufft::cuda::Exchange;
using gpufft::cuda::Result;
using gpufft::cuda::Shape;
using gpufft::cuda::Slots;
using gpufft::cuda::Start;

// Calls each(thread, slot) for all registers of all threads of a line in a pass.
template <typename S, int Pass, typename Each>
void for_all_slots(const Each& each) {
  for (int thread = 0; thread < S::kThreadsPerLine; ++thread)
    for (int slot = 0; slot < Slots<S, Pass>::kSlots; ++slot)
      if (Slots<S, Pass>::there(thread, slot)) each(thread, slot);
}

template <typename S>
void expect_every_point_once() {
  std::vector<int> before(S::kLength), after(S::kLength);
  for_all_slots<S, 0>([&](int thread, int slot) { ++before.at(Start<S>::base(thread) + Start<S>::offset(slot)); });
  for_all_slots<S, S::kPasses - 1>(
      [&](int thread, int slot) { ++after.at(Result<S>::base(thread) + Result<S>::offset(slot)); });
  EXPECT_EQ(before, std::vector<int>(S::kLength, 1)) << S::kLength;
  EXPECT_EQ(after, std::vector<int>(S::kLength, 1)) << S::kLength;
}

// The work of a block of threads, one thread after the other and in double, with the tables' turns, and butterflies by
// the definition. Points are where they are in shared memory, or in the frame at both ends.
template <typename S, int Pass>
void run_pass(oracle::Points& points, const std::vector<gpufft::cuda::Point>& turns) {
  constexpr int kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass);
  oracle::Points made(S::kPitch);
  std::vector<int> times(S::kPitch);
  const auto from = [](int thread, int slot) {
    if constexpr (Pass == 0)
      return Start<S>::base(thread) + Start<S>::offset(slot);
    else
      return Exchange<S, Pass - 1>::read(thread, slot);
  };
  const auto to = [](int thread, int slot) {
    if constexpr (Pass + 1 == S::kPasses)
      return Result<S>::base(thread) + Result<S>::offset(slot);
    else
      return Exchange<S, Pass>::written(thread, slot);
  };
  for_all_slots<S, Pass>([&](int thread, int slot) {
    const int first = slot / kRadix * kRadix, butterfly = thread + slot / kRadix * S::kThreadsPerLine;
    // Of the table's turns that by the butterfly's place, the last level's first, is the one from which all follow.
    std::complex<double> turn = 1;
    if constexpr (Pass > 0) {
      const int last_level = gpufft::cuda::turns_of(kRadix) / 2;
      const auto place =
          gpufft::cuda::turn_place(gpufft::cuda::turns_in_pairs(S::kLength), kJoined, last_level, butterfly % kJoined);
      const auto& known = turns.at(S::turns_before(Pass) + place);
      turn = {known.re, known.im};
    }
    std::complex<double> sum;
    for (int m = 0; m < kRadix; ++m)
      sum += points.at(from(thread, first + m)) * std::pow(turn, m) *
             std::polar(1.0, -2 * std::numbers::pi * (slot % kRadix) * m / kRadix);
    made.at(to(thread, slot)) = sum;
    EXPECT_EQ(++times.at(to(thread, slot)), 1) << S::kLength << " pass " << Pass;
  });
  points = made;
}

template <typename S, int... Passes>
void expect_transform(std::integer_sequence<int, Passes...>) {
  expect_every_point_once<S>();
  auto points = in_double(random_points(S::kLength, 1));
  const auto truth = std::has_single_bit(points.size()) ? oracle::fast_dft(points) : oracle::dft(points);
  const auto turns = gpufft::cuda::pass_turns(S::kRadices);
  (run_pass<S, Passes>(points, turns), ...);
  points.resize(S::kLength);
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

TEST(CudaShape, LengthsOfSeveralPrimesAreTransformedThoughSomeThreadsRest) {
  expect_transform<Shape<480, 4, 20, 20, 24>>();  // four threads without a butterfly in the first pass
  expect_transform<Shape<500, 4, 20, 25, 20>>();
  expect_transform<Shape<882, 2, 14, 7, 9, 14>>();
  expect_transform<Shape<1000, 3, 10, 10, 10, 10>>();
  expect_transform<Shape<5000, 1, 20, 25, 10, 20>>();
  expect_transform<Shape<6144, 1, 32, 32, 6, 32>>();
}

template <typename S>
void expect_points_stay() {
  for (int slot = 0; slot < S::kPoints; ++slot)
    ASSERT_EQ(Start<S>::offset(slot), Result<S>::offset(slot)) << S::kLength;
}

TEST(CudaShape, PointsStayWhereTheFirstRadixIsTheLast) {
  expect_points_stay<Shape<8, 128, 8, 8>>();
  expect_points_stay<Shape<16, 64, 8, 4, 4>>();
  expect_points_stay<Shape<32, 32, 8, 4, 2, 4>>();
  expect_points_stay<Shape<256, 4, 8, 8, 4, 8>>();
  expect_points_stay<Shape<2048, 1, 8, 8, 4, 8, 8>>();
}

// The most of 16 neighbouring threads that meet in one bank, in any exchange, writing.
template <typename S, int Pass = 0>
int most_in_a_bank() {
  int most = 0;
  for (int first = 0; first + 16 <= S::kThreadsPerLine; first += 16) {
    std::vector<int> banks(16);
    for (int thread = first; thread < first + 16; ++thread)
      most = std::max(most, ++banks.at(Exchange<S, Pass>::written(thread, 0) % 16));
  }
  if constexpr (Pass + 2 < S::kPasses) most = std::max(most, most_in_a_bank<S, Pass + 1>());
  return most;
}

TEST(CudaShape, NeighbouringThreadsAndLinesMeetDifferentBanks) {
  EXPECT_EQ((most_in_a_bank<Shape<4096, 1, 16, 16, 16, 16>>()), 1);
  EXPECT_EQ((most_in_a_bank<Shape<1000, 3, 10, 10, 10, 10>>()), 1);
  EXPECT_EQ((most_in_a_bank<Shape<4000, 1, 20, 20, 10, 20>>()), 1);
  EXPECT_EQ((most_in_a_bank<Shape<1500, 1, 10, 15, 10, 10>>()), 1);
  using Columns = Shape<1024, 8, 32, 32, 32>;
  std::vector<int> line_banks(16);
  for (int line = 0; line < 8; ++line)
    for (int thread = 0; thread < 2; ++thread)
      ++line_banks.at((line * Columns::kPitch + Exchange<Columns, 0>::written(thread, 0)) % 16);
  EXPECT_EQ(line_banks, std::vector<int>(16, 1));
}

}  // namespace
