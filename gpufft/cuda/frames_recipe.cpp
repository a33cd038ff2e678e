// SPDX-License-Identifier: MIT
#include "gpufft/cuda/recipes.h"

#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

class FramesPlan final : public PassesPlan {
 public:
  explicit FramesPlan(const FramesVariant& variant) : variant_(variant), turns_(pass_turns(variant.shape.radices)) {
    for (const void* kernel : {variant.points, variant.mean, variant.power})
      if (kernel != nullptr) prepare(launch(kernel));
    constexpr int kLong = 8192;  // long enough that only few blocks fit a multiprocessor
    if (variant.shape.length >= kLong) ahead_ = static_cast<unsigned>(blocks_at_once(launch(variant.points)));
  }

  void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) override {
    source.ahead = ahead_;
    start(variant_.points, source, sink, alone(frames), stream);
  }
  void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) override {
    start(extremes ? variant_.power : variant_.mean, source, sink, groups, stream);
  }
  std::size_t groups_at_once(bool extremes) const override {
    return blocks_at_once(launch(extremes ? variant_.power : variant_.mean)) * lines();
  }

 private:
  Launch launch(const void* kernel) const { return {kernel, variant_.shape.threads, variant_.shape.shared_bytes}; }
  std::size_t lines() const { return static_cast<std::size_t>(variant_.shape.lines); }

  template <typename Source, typename Sink>
  void start(const void* kernel, Source source, Sink sink, Groups groups, cudaStream_t stream) {
    const std::size_t blocks = (groups.count + lines() - 1) / lines();
    cuda::start(launch(kernel), blocks, stream, source, sink, static_cast<const Point*>(turns_.data()), groups);
  }

  const FramesVariant& variant_;
  unsigned ahead_ = 0;
  DeviceMemory<Point> turns_;
};

}  // namespace

std::string FramesRecipe::name() const {
  return "frames_" + words(variant_.shape) + "b" + std::to_string(variant_.least_blocks);
}
bool FramesRecipe::fits_device() const { return cuda::fits_device({variant_.points, 1, variant_.shape.shared_bytes}); }
std::unique_ptr<PassesPlan> FramesRecipe::plan(Work, std::size_t) const {
  return std::make_unique<FramesPlan>(variant_);
}

}  // namespace gpufft::cuda
