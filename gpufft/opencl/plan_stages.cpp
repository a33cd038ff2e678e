// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/pass.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/stage.h"
#include "gpufft/opencl/tuner.h"
#include "gpufft/tables/chirp.h"

namespace gpufft::opencl {
namespace {

using Point = std::complex<float>;

class PassStage final : public Stage {
 public:
  PassStage(const Device& device, const PassShape& shape, Direction direction)
      : pass_(device, shape, {}), swapped_(direction == Direction::Inverse) {}

  void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) override {
    pass_.enqueue(queue, from, to, count, swapped_);
  }

 private:
  Pass pass_;
  bool swapped_;
};

// A plain kernel, whose own arguments are a table (or none) and numbers.
class PlainStage final : public Stage {
 public:
  PlainStage(const Device& device, const char* name, std::size_t size, std::span<const float> table,
             std::vector<cl_uint> numbers)
      : kernel_(device.kernel(plain_source(), name)), size_(size) {
    const auto elements = static_cast<cl_uint>(size_);
    check(clSetKernelArg(kernel_.get(), 2, sizeof elements, &elements), "the size of a kernel");
    cl_uint index = 3;
    if (!table.empty()) {
      table_ = device.buffer(table);
      const cl_mem memory = table_.get();
      check(clSetKernelArg(kernel_.get(), index++, sizeof memory, &memory), "a table of a kernel");
    }
    for (const cl_uint number : numbers)
      check(clSetKernelArg(kernel_.get(), index++, sizeof number, &number), "a number of a kernel");
  }

  void enqueue(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t count) override {
    set_arguments(kernel_.get(), from, to);
    enqueue_plain(queue, kernel_.get(), size_, count);
  }

 private:
  Kernel kernel_;
  Buffer table_;
  std::size_t size_;
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

std::span<const float> floats(const std::vector<Point>& points) {
  return {reinterpret_cast<const float*>(points.data()), 2 * points.size()};
}

// exp(-2 pi i k / of), for k < count
std::vector<Point> turns(std::size_t count, std::size_t of) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(of);
    points.emplace_back(std::complex<double>(std::cos(angle), -std::sin(angle)));
  }
  return points;
}

// Adds plain kernels whose items are `count` elements of a type.
template <typename Element>
void add_plain(Stages& stages, const Device& device, const char* name, std::size_t count,
               const std::vector<Point>& table = {}, std::vector<cl_uint> numbers = {}) {
  stages.add(std::make_unique<PlainStage>(device, name, count, floats(table), std::move(numbers)),
             count * sizeof(Element));
}

cl_uint flag(Direction direction) { return direction == Direction::Inverse ? 1 : 0; }
cl_uint number(std::size_t value) { return static_cast<cl_uint>(value); }

// The least length that a convolution of `length` points fits and that passes take quickly.
std::size_t padded_for(std::size_t length) {
  const std::size_t least = 2 * length - 1;
  std::size_t best = std::bit_ceil(least);
  for (const std::size_t odd : {3, 5, 9}) best = std::min(best, odd * std::bit_ceil((least + odd - 1) / odd));
  return best;
}

Stages plan_bluestein(const Device& device, std::size_t length, Direction direction) {
  const std::size_t padded = padded_for(length);
  std::vector<Point> chirp;
  for (std::size_t n = 0; n < length; ++n) chirp.emplace_back(chirp_at(n, length));
  Stages stages;
  add_plain<Point>(stages, device, "chirp_in", padded, chirp, {number(length), flag(direction)});
  stages.add(plan_points(device, padded, Direction::Forward));
  add_plain<Point>(stages, device, "multiply", padded, chirp_response(length, padded));
  stages.add(plan_points(device, padded, Direction::Inverse));
  add_plain<Point>(stages, device, "chirp_out", length, chirp, {number(padded), flag(direction)});
  return stages;
}

void add_steps(Stages& stages, const Device& device, const std::vector<PassShape>& steps, Direction direction) {
  for (const PassShape& step : steps)
    stages.add(std::make_unique<PassStage>(device, step, direction), step.points * sizeof(Point));
}

void add_transpose(Stages& stages, const Device& device, std::size_t rows, std::size_t length) {
  const std::size_t bytes = rows * length * sizeof(Point);
  if (rows == length) {
    stages.add(std::make_unique<SquareTransposeStage>(device, rows), bytes);
  } else {
    stages.add(std::make_unique<TransposeStage>(device, rows, length), bytes);
  }
}

// Columns where they stand; through their transposes if passes cannot do their length.
Stages plan_grid(const Device& device, std::size_t rows, std::size_t length, Direction direction) {
  Stages stages;
  stages.add(plan_points(device, length, direction), rows);
  const auto steps = plan_steps(rows, length, device.limits());
  add_steps(stages, device, steps, direction);
  if (!steps.empty()) return stages;
  add_transpose(stages, device, rows, length);
  stages.add(plan_points(device, rows, direction), length);
  add_transpose(stages, device, length, rows);
  return stages;
}

Stages plan_to_bins(const Device& device, std::size_t length) {
  Stages stages;
  const std::size_t half = length / 2;
  if (length % 2 == 0) {
    stages.add(plan_points(device, half, Direction::Forward));
    add_plain<Point>(stages, device, "split_bins", half + 1, turns(half + 1, length), {number(half)});
  } else {
    add_plain<Point>(stages, device, "widen", length);
    stages.add(plan_points(device, length, Direction::Forward));
    add_plain<Point>(stages, device, "first_bins", half + 1, {}, {number(length)});
  }
  return stages;
}

Stages plan_to_reals(const Device& device, std::size_t length) {
  Stages stages;
  const std::size_t half = length / 2;
  if (length % 2 == 0) {
    add_plain<Point>(stages, device, "join_bins", half, turns(half, length));
    stages.add(plan_points(device, half, Direction::Inverse));
  } else {
    add_plain<Point>(stages, device, "mirror_bins", length);
    stages.add(plan_points(device, length, Direction::Inverse));
    add_plain<float>(stages, device, "narrow", length);
  }
  return stages;
}

Stages plan_cosines(const Device& device, std::size_t length) {
  Stages stages;
  add_plain<float>(stages, device, "to_cosine_order", length);
  stages.add(plan_to_bins(device, length));
  add_plain<float>(stages, device, "cosines_of_bins", length, turns(length / 2 + 1, 4 * length));
  return stages;
}

Stages plan_from_cosines(const Device& device, std::size_t length) {
  Stages stages;
  add_plain<Point>(stages, device, "bins_of_cosines", length / 2 + 1, turns(length / 2 + 1, 4 * length),
                   {number(length)});
  stages.add(plan_to_reals(device, length));
  add_plain<float>(stages, device, "from_cosine_order", length);
  return stages;
}

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

Stages stages_of(const Device& device, const std::vector<PassShape>& steps, Direction direction) {
  Stages stages;
  add_steps(stages, device, steps, direction);
  return stages;
}

Stages plan_points(const Device& device, std::size_t length, Direction direction) {
  const auto steps = best_steps(device, Work::Points, length);
  return steps.empty() ? plan_bluestein(device, length, direction) : stages_of(device, steps, direction);
}

Stages plan_stages(const Device& device, const FftRequest& request) {
  switch (request.kind) {
    case FftKind::Complex:
      break;
    case FftKind::RealToComplex:
      return plan_to_bins(device, request.length);
    case FftKind::ComplexToReal:
      return plan_to_reals(device, request.length);
    case FftKind::DctII:
      return plan_cosines(device, request.length);
    case FftKind::DctIII:
      return plan_from_cosines(device, request.length);
  }
  if (request.rows > 1) return plan_grid(device, request.rows, request.length, request.direction);
  return plan_points(device, request.length, request.direction);
}

}  // namespace gpufft::opencl
