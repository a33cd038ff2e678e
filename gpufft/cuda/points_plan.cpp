// SPDX-License-Identifier: MIT
#include "gpufft/cuda/points_plan.h"

#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::cuda {
namespace {

constexpr std::size_t kFewPoints = std::size_t{1} << 19;  // a fourth of what the device has room for at a time

class OnePoint final : public PointsPlan {
 public:
  void run(const Point* in, Point* out, std::size_t batch, bool, cudaStream_t stream) override {
    if (in == out) return;
    check(cudaMemcpyAsync(out, in, batch * sizeof(Point), cudaMemcpyDeviceToDevice, stream), "a copy");
  }
};

class ByRecipe final : public PointsPlan {
 public:
  ByRecipe(std::size_t length, std::unique_ptr<PassesPlan> passes) : length_(length), passes_(std::move(passes)) {}

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
  const Work work = length * batch <= kFewPoints ? Work::Few : Work::Points;
  if (const auto recipe = best_recipe(work, length, batch))
    return std::make_unique<ByRecipe>(length, recipe->plan(work, batch));
  return is_smooth(length) ? plan_lines(length, batch) : plan_bluestein(length, batch);
}

}  // namespace gpufft::cuda
