// SPDX-License-Identifier: MIT
#include "gpufft/cuda/grid_fft.h"

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/lines_task.h"

namespace gpufft::cuda {
namespace {

constexpr std::size_t kNeighbours = 4;  // columns that make a sector of memory

bool columns_fit(std::size_t rows) { return is_smooth(rows) && rows * kNeighbours <= longest_line(); }

}  // namespace

GridFft::GridFft(const FftRequest& request)
    : request_(request), rows_(plan_points(request.length, request.batch * request.rows)) {
  if (columns_fit(request.rows)) {
    turns_ = DeviceMemory<Point>(line_turns(request.rows));
    allow_shared_memory_for_lines(device_facts().shared_bytes);
  } else {
    columns_ = plan_points(request.rows, request.batch * request.length);
    turned_ = DeviceMemory<Point>(request.batch * request.rows * request.length);
  }
}

void GridFft::transform(const std::complex<float>* in, std::complex<float>* out, cudaStream_t stream) {
  const bool inverse = request_.direction == Direction::Inverse;
  rows_->run(points(in), points(out), request_.batch * request_.rows, inverse, stream);
  columns_ ? transform_columns_as_rows(points(out), stream) : transform_columns_in_place(points(out), stream);
}

void GridFft::transform_columns_in_place(Point* grid, cudaStream_t stream) {
  const std::size_t length = request_.length;
  auto task = lines_task(request_.rows, length, request_.batch, turns_.data(), kNeighbours);
  task.in = task.out = grid;
  task.from = task.to = {length, 1, length * request_.rows, request_.direction == Direction::Inverse};
  launch(task, stream);
}

void GridFft::transform_columns_as_rows(Point* grid, cudaStream_t stream) {
  const auto rows = static_cast<unsigned>(request_.rows), length = static_cast<unsigned>(request_.length),
             batch = static_cast<unsigned>(request_.batch);
  transpose(rows, length, batch, grid, turned_.data(), stream);
  columns_->run(turned_.data(), turned_.data(), request_.batch * length, request_.direction == Direction::Inverse,
                stream);
  transpose(length, rows, batch, turned_.data(), grid, stream);
}

}  // namespace gpufft::cuda
