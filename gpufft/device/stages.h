// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "gpufft/fft.h"

namespace gpufft::device {

// The stages of a transform on any accelerator, as data: how a stage is done is up to the backend. Items lie one after
// the other.

// Complex transforms of packed points, `times` of them in an item.
struct PointsStage {
  std::size_t length;
  Direction direction;
  std::size_t times = 1;
};

// Complex transforms of the columns of a grid.
struct ColumnsStage {
  std::size_t rows, length;  // an item has `rows` rows of `length` points
  Direction direction;
};

struct TransposeStage {
  std::size_t rows, length;
};

// A kernel of elements.h.
struct ElementStage {
  const char* kernel;
  std::size_t size, other_size;  // elements per item
  std::size_t bytes;             // of an item after it
  std::vector<std::complex<float>> table = {};
  bool swapped = false;
};

using Stage = std::variant<PointsStage, ColumnsStage, TransposeStage, ElementStage>;
using Stages = std::vector<Stage>;

// The stages for each item of a request's batch, with packed points; the request has been checked.
Stages stages_of(const FftRequest& request);

// Columns by way of transposes, for backends and lengths that cannot transform columns in place.
Stages columns_as_rows(const ColumnsStage& columns);

// A transform of any length by two transforms of `padded` points, at least 2 * length - 1: a convolution with a chirp.
Stages bluestein(std::size_t length, std::size_t padded, Direction direction);

std::size_t bytes_of(const Stage& stage);  // of an item after the stage

}  // namespace gpufft::device
