// SPDX-License-Identifier: MIT
#include "gpufft/cuda/points_plan.h"

#include <bit>

#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::cuda {
namespace {

class OnePoint final : public PointsPlan {
 public:
  void run(const Point* in, Point* out, std::size_t batch, bool, cudaStream_t stream) override {
    if (in == out) return;
    check(cudaMemcpyAsync(out, in, batch * sizeof(Point), cudaMemcpyDeviceToDevice, stream), "a copy");
  }
};

class PowerOfTwo final : public PointsPlan {
 public:
  PowerOfTwo(std::size_t length, std::size_t batch)
      : length_(length), passes_(best_recipe(Work::Points, length)->plan(Work::Points, batch)) {}

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    passes_->run(PointsSource{in, length_, inverse}, PointsSink{out, length_, inverse}, batch, stream);
  }

 private:
  std::size_t length_;
  std::unique_ptr<PassesPlan> passes_;
};

}  // namespace

bool is_smooth(std::size_t length) {
  for (const std::size_t radix : {2, 3, 5, 7})
    while (length % radix == 0) length /= radix;
  return length == 1;
}

std::unique_ptr<PointsPlan> plan_points(std::size_t length, std::size_t batch) {
  if (length == 1) return std::make_unique<OnePoint>();
  if (std::has_single_bit(length)) return std::make_unique<PowerOfTwo>(length, batch);
  return is_smooth(length) ? plan_lines(length, batch) : plan_bluestein(length, batch);
}

}  // namespace gpufft::cuda
