// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/lines_task.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"

namespace gpufft::cuda {
namespace {

// All points of a length in one go, or as a grid of columns and rows.
class LinesPlan final : public PointsPlan {
 public:
  LinesPlan(std::size_t length, std::size_t columns)
      : length_(length), columns_(columns), rows_(length / columns), row_turns_(line_turns(columns)) {
    if (rows_ > 1) column_turns_ = DeviceMemory<Point>(line_turns(rows_));
    if (rows_ > 1) between_ = DeviceMemory<Point>(together() * length_);
    allow_shared_memory_for_lines(device_facts().shared_bytes);
  }

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    if (rows_ == 1) return run_whole(in, out, batch, inverse, stream);
    for (std::size_t done = 0; done < batch; done += together())
      run_grid(in + done * length_, out + done * length_, std::min(together(), batch - done), inverse, stream);
  }

 private:
  std::size_t together() const { return std::max<std::size_t>(1, kPointsAtOnce / length_); }

  void run_whole(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) {
    auto task = lines_task(length_, batch, 1, row_turns_.data());
    task.in = in;
    task.out = out;
    task.from = task.to = {1, length_, 0, inverse};
    launch(task, stream);
  }

  // The rows of the turned columns become the columns of the result.
  void run_grid(const Point* in, Point* out, std::size_t frames, bool inverse, cudaStream_t stream) {
    auto task = lines_task(rows_, columns_, frames, column_turns_.data(), kNeighbours);
    task.in = in;
    task.out = between_.data();
    task.from = {columns_, 1, length_, inverse};
    task.to = {columns_, 1, length_, false};
    task.unit = unit_of(length_);
    launch(task, stream);
    task = lines_task(columns_, rows_, frames, row_turns_.data(), kNeighbours);
    task.in = between_.data();
    task.out = out;
    task.from = {1, columns_, length_, false};
    task.to = {rows_, 1, length_, inverse};
    launch(task, stream);
  }

  static constexpr std::size_t kNeighbours = 8;                       // that two sectors of memory hold
  static constexpr std::size_t kPointsAtOnce = std::size_t{1} << 21;  // as many as the device's cache holds

  std::size_t length_, columns_, rows_;
  DeviceMemory<Point> row_turns_, column_turns_, between_;
};

// The divisor nearest to the square root for which both sides fit a block; the whole length if that fits.
std::size_t columns_for(std::size_t length) {
  const std::size_t most = longest_line();
  if (length <= most) return length;
  auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(length)));
  while (length % columns != 0) ++columns;
  return columns;
}

}  // namespace

std::unique_ptr<PointsPlan> plan_lines(std::size_t length, std::size_t) {
  return std::make_unique<LinesPlan>(length, columns_for(length));
}

}  // namespace gpufft::cuda
