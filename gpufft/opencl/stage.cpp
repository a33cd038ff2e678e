// SPDX-License-Identifier: MIT
#include "gpufft/opencl/stage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <utility>

#include "gpufft/device/stages.h"
#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/step.h"
#include "gpufft/opencl/tuner.h"

namespace gpufft::opencl {
namespace {

class StepStage final : public Stage {
 public:
  StepStage(const Device& device, const StepShape& shape, Direction direction)
      : step_(device, shape, {}), swapped_(direction == Direction::Inverse) {}

  void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) override {
    step_.enqueue(queue, from, to, count, swapped_);
  }

 private:
  Step step_;
  bool swapped_;
};

class KernelStage final : public Stage {
 public:
  KernelStage(const Device& device, const device::ElementStage& stage)
      : kernel_(device.kernel(plain_source(), stage.kernel)),
        table_(device.buffer(floats(stage.table))),
        size_(static_cast<cl_uint>(stage.size)),
        other_size_(static_cast<cl_uint>(stage.other_size)),
        swapped_(stage.swapped) {}

  void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) override {
    set_arguments(kernel_.get(), from, to, size_, other_size_, table_.get(), swapped_);
    enqueue_plain(queue, kernel_.get(), size_, count);
  }

 private:
  // Every argument must be set, hence a point even where nothing is read.
  static std::span<const float> floats(const std::vector<std::complex<float>>& points) {
    static constexpr std::array<float, 2> kNothing{};
    if (points.empty()) return kNothing;
    return {reinterpret_cast<const float*>(points.data()), 2 * points.size()};
  }

  Kernel kernel_;
  Buffer table_;
  cl_uint size_, other_size_;
  cl_int swapped_;
};

constexpr std::size_t kTile = 16;  // of both transposes
std::size_t tiles_of(std::size_t length) { return (length + kTile - 1) / kTile; }

class SquareTransposeStage final : public Stage {
 public:
  SquareTransposeStage(const Device& device, std::size_t side)
      : kernel_(device.kernel(plain_source(), "transpose_square")), side_(static_cast<cl_uint>(side)) {}

  bool in_place() const override { return true; }
  void enqueue(cl_command_queue queue, cl_mem grids, cl_mem, std::size_t count) override {
    set_arguments(kernel_.get(), grids, side_);
    const std::size_t items = tiles_of(side_) * kTile;
    const std::array global{items, items, count}, local{kTile, kTile, std::size_t{1}};
    check(clEnqueueNDRangeKernel(queue, kernel_.get(), 3, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
          "starting a kernel");
  }

 private:
  Kernel kernel_;
  cl_uint side_;
};

class TransposeStage final : public Stage {
 public:
  TransposeStage(const Device& device, std::size_t rows, std::size_t length)
      : kernel_(device.kernel(plain_source(), "transpose")),
        rows_(static_cast<cl_uint>(rows)),
        length_(static_cast<cl_uint>(length)) {}

  void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) override {
    set_arguments(kernel_.get(), from, to, rows_, length_);
    const std::array global{tiles_of(rows_) * tiles_of(length_) * kTile, count * kTile}, local{kTile, kTile};
    check(clEnqueueNDRangeKernel(queue, kernel_.get(), 2, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
          "starting a kernel");
  }

 private:
  Kernel kernel_;
  cl_uint rows_, length_;
};

// The least padded length for a convolution of `length` points that passes do quickly.
std::size_t padded_for(std::size_t length) {
  const std::size_t least = 2 * length - 1;
  std::size_t best = std::bit_ceil(least);
  for (const std::size_t odd : {3, 5, 9}) best = std::min(best, odd * std::bit_ceil((least + odd - 1) / odd));
  return best;
}

// How each kind of stage is done here.
class Planner {
 public:
  explicit Planner(const Device& device) : device_(device) {}

  Stages plan(const device::Stages& stages) {
    for (const device::Stage& stage : stages) std::visit(*this, stage);
    return std::move(planned_);
  }

  void operator()(const device::PointsStage& stage) {
    planned_.add(plan_points(device_, stage.length, stage.direction), stage.times);
  }
  void operator()(const device::ColumnsStage& stage) {  // by transposes if passes cannot do their length
    const auto steps = plan_steps(stage.rows, stage.length, device_.limits());
    if (steps.empty())
      planned_.add(Planner(device_).plan(columns_as_rows(stage)));
    else
      planned_.add(stages_of(device_, steps, stage.direction));
  }
  void operator()(const device::TransposeStage& stage) {
    if (stage.rows == stage.length)
      planned_.add(std::make_unique<SquareTransposeStage>(device_, stage.rows), bytes_of(stage));
    else
      planned_.add(std::make_unique<TransposeStage>(device_, stage.rows, stage.length), bytes_of(stage));
  }
  void operator()(const device::ElementStage& stage) {
    planned_.add(std::make_unique<KernelStage>(device_, stage), stage.bytes);
  }

 private:
  const Device& device_;
  Stages planned_;
};

}  // namespace

void Stages::add(std::unique_ptr<Stage> stage, std::size_t bytes) {
  parts_.push_back({std::move(stage), 1});
  item_bytes_ = std::max(item_bytes_, bytes);
}

void Stages::add(Stages&& more, std::size_t times) {
  for (Part& part : more.parts_) parts_.push_back({std::move(part.stage), part.times * times});
  item_bytes_ = std::max(item_bytes_, more.item_bytes_ * times);
}

cl_mem Stages::enqueue(cl_command_queue queue, cl_mem from, cl_mem other, std::size_t count) {
  for (const Part& part : parts_) {
    part.stage->enqueue(queue, from, other, count * part.times);
    if (!part.stage->in_place()) std::swap(from, other);
  }
  return from;
}

Stages stages_of(const Device& device, const std::vector<StepShape>& steps, Direction direction) {
  Stages stages;
  for (const StepShape& step : steps)
    stages.add(std::make_unique<StepStage>(device, step, direction), step.points * sizeof(std::complex<float>));
  return stages;
}

Stages plan_points(const Device& device, std::size_t length, Direction direction) {
  const auto steps = best_steps(device, Work::Points, length);
  if (!steps.empty()) return stages_of(device, steps, direction);
  return Planner(device).plan(device::bluestein(length, padded_for(length), direction));
}

Stages plan_stages(const Device& device, const FftRequest& request) {
  return Planner(device).plan(device::stages_of(request));
}

}  // namespace gpufft::opencl
