// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/tables.h"
#include "gpufft/cuda/tuner.h"
#include "gpufft/tables/chirp.h"
#include "gpufft/tables/turns.h"

namespace gpufft::cuda {
namespace {

// With nk = (n^2 + k^2 - (k - n)^2) / 2 a transform is a convolution with a chirp: two transforms of a padded length,
// with multiplications before, between and after them.

// Everything within one block.
class ChirpInBlock final : public PointsPlan {
 public:
  ChirpInBlock(std::size_t length, const ChirpVariant& variant)
      : variant_(variant),
        length_(length),
        chirp_(chirp(length)),
        response_(by_lines(chirp_response(length, static_cast<std::size_t>(variant.padded())),
                           static_cast<std::size_t>(variant.lines))),
        turns_(turns(static_cast<std::size_t>(variant.line.length), static_cast<std::size_t>(variant.padded()))),
        pass_turns_(pass_turns(variant.line.radices)) {
    prepare(launch_of(variant));
    ahead_ = static_cast<unsigned>(blocks_at_once(launch_of(variant))) * static_cast<unsigned>(variant.frames());
  }

  static Launch launch_of(const ChirpVariant& variant) {
    return {variant.kernel, variant.line.threads, variant.shared_bytes()};
  }

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    const auto together = static_cast<std::size_t>(variant_.frames());
    const ChirpTask task{{in, length_, inverse, ahead_},
                         {out, length_, inverse},
                         static_cast<unsigned>(length_),
                         static_cast<unsigned>(batch),
                         chirp_.data(),
                         response_.data(),
                         turns_.data()};
    start(launch_of(variant_), (batch + together - 1) / together, stream, task,
          static_cast<const Point*>(pass_turns_.data()));
  }

 private:
  const ChirpVariant& variant_;
  std::size_t length_;
  unsigned ahead_ = 0;
  DeviceMemory<Point> chirp_, response_, turns_, pass_turns_;
};

// Two transforms of a power of two; loads and stores multiply by the factors.
class ChirpInMemory final : public PointsPlan {
 public:
  ChirpInMemory(std::size_t length, std::size_t batch)
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
  // Launching fewer would leave the device partly idle at the end.
  static constexpr std::size_t kPointsAtOnce = std::size_t{1} << 25;

  std::size_t length_, padded_, together_;
  std::unique_ptr<PassesPlan> passes_;
  DeviceMemory<Point> chirp_, response_, between_;
};

}  // namespace

std::unique_ptr<PointsPlan> plan_bluestein(std::size_t length, std::size_t batch) {
  const ChirpVariant* shortest = nullptr;
  for (const ChirpVariant& variant : chirp_variants()) {
    const bool long_enough = static_cast<std::size_t>(variant.padded()) >= 2 * length - 1;
    if (!long_enough || !fits_device(ChirpInBlock::launch_of(variant))) continue;
    if (shortest == nullptr || variant.padded() < shortest->padded()) shortest = &variant;
  }
  if (shortest != nullptr) return std::make_unique<ChirpInBlock>(length, *shortest);
  return std::make_unique<ChirpInMemory>(length, batch);
}

}  // namespace gpufft::cuda
