// SPDX-License-Identifier: MIT
#include <bit>

#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/tables.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::cuda {
namespace {

// With nk = (n^2 + k^2 - (k - n)^2) / 2 a transform is a convolution with a chirp: two transforms of a power of two,
// with the factors multiplied in where points are loaded and stored.
class Bluestein final : public PointsPlan {
 public:
  Bluestein(std::size_t length, std::size_t batch)
      : length_(length),
        padded_(std::bit_ceil(2 * length - 1)),
        together_(std::min(batch, std::max<std::size_t>(1, kPointsAtOnce / padded_))),
        passes_(best_recipe(Work::Points, padded_)->plan(Work::Points, together_)),
        chirp_(chirp(length)),
        response_(chirp_response(length, padded_)),
        between_(together_ * padded_) {}

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    const auto points = static_cast<unsigned>(length_), padded = static_cast<unsigned>(padded_);
    for (std::size_t done = 0; done < batch; done += together_) {
      const std::size_t count = std::min(together_, batch - done);
      passes_->run(FactoredSource{{in + done * length_, length_, inverse}, points, chirp_.data()},
                   FactoredSink{{between_.data(), padded_, false}, padded, response_.data(), true}, count, stream);
      passes_->run(FactoredSource{{between_.data(), padded_, false}, padded, nullptr},
                   FactoredSink{{out + done * length_, length_, true}, points, chirp_.data(), inverse}, count, stream);
    }
  }

 private:
  // A launch of fewer would not keep the device busy to its end.
  static constexpr std::size_t kPointsAtOnce = std::size_t{1} << 25;

  std::size_t length_, padded_, together_;
  std::unique_ptr<PassesPlan> passes_;
  DeviceMemory<Point> chirp_, response_, between_;
};

}  // namespace

std::unique_ptr<PointsPlan> plan_bluestein(std::size_t length, std::size_t batch) {
  return std::make_unique<Bluestein>(length, batch);
}

}  // namespace gpufft::cuda
