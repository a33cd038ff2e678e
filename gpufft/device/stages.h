// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "gpufft/fft.h"

namespace gpufft::device {

// What a transform consists of on any accelerator, as data: how a stage is done is the backend's affair. Items lie one
// behind the other.

// Complex transforms of points that lie side by side, `times` of them in an item.
struct PointsStage {
  std::size_t length;
  Direction direction;
  std::size_t times = 1;
};

// Complex transforms of the columns of a grid.
struct ColumnsStage {
  std::size_t rows, length;  // of an item: so many rows of `length` points
  Direction direction;
};

struct TransposeStage {
  std::size_t rows, length;
};

// A kernel of elements.h.
struct ElementStage {
  const char* kernel;
  std::size_t size, other_size;  // elements of an item
  std::size_t bytes;             // that an item becomes
  std::vector<std::complex<float>> table = {};
  bool swapped = false;
};

using Stage = std::variant<PointsStage, ColumnsStage, TransposeStage, ElementStage>;
using Stages = std::vector<Stage>;

// What a request asks for each item of its batch, points lying side by side; the request has been checked.
Stages stages_of(const FftRequest& request);

// For backends, and lengths, that cannot be done where columns stand.
Stages columns_as_rows(const ColumnsStage& columns);

// Any length by two transforms of `padded` points, at least 2 * length - 1: a convolution with a chirp.
Stages bluestein(std::size_t length, std::size_t padded, Direction direction);

std::size_t bytes_of(const Stage& stage);  // that an item becomes

}  // namespace gpufft::device
