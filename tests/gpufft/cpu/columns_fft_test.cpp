// SPDX-License-Identifier: MIT
#include "gpufft/cpu/columns_fft.h"

#include <gtest/gtest.h>

#include "gpufft/cpu/backend.h"
#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

namespace {

using namespace gpufft::cpu;
using gpufft::Direction;

constexpr std::size_t kColumns = 16, kFirst = 1, kPitch = kColumns + 3;

// Columns from `first` up to but not including `end`, one after the other.
FloatPoints columns_of(const FloatPoints& grid, std::size_t first, std::size_t end) {
  FloatPoints lines;
  for (std::size_t column = first; column < end; ++column)
    for (std::size_t i = column; i < grid.size(); i += kPitch) lines.push_back(grid[i]);
  return lines;
}

// One step, several, gaps in work memory, and every radix; a part of a larger grid, whose other columns stay.
TEST(ColumnsFft, TransformsAColumnInEachLane) {
  for (const Target& target : targets())
    for (const Kernels& kernels : target.kernels)
      for (const std::size_t rows : {2U, 3U, 16U, 60U, 91U, 256U, 847U, 1024U})
        for (const Direction direction : {Direction::Forward, Direction::Inverse}) {
          SCOPED_TRACE(testing::Message() << target.name << ", " << kernels.lanes << " lanes, " << rows << " rows"
                                          << (direction == Direction::Inverse ? ", inverse" : ""));
          const FloatPoints before = random_points(rows * kPitch, 8);
          FloatPoints grid = before;
          ColumnsFft fft(target, kernels, rows);
          for (std::size_t column = 0; column < kColumns; column += fft.columns())
            fft.transform(std::span(grid).subspan(kFirst + column), kPitch, direction);
          EXPECT_EQ(columns_of(grid, 0, kFirst), columns_of(before, 0, kFirst));
          EXPECT_EQ(columns_of(grid, kFirst + kColumns, kPitch), columns_of(before, kFirst + kColumns, kPitch));
          EXPECT_LE(relative_error(in_double(columns_of(grid, kFirst, kFirst + kColumns)),
                                   truth(columns_of(before, kFirst, kFirst + kColumns), rows, direction, oracle::dft)),
                    CpuBackend(target).error_bound(rows));
        }
}

}  // namespace
