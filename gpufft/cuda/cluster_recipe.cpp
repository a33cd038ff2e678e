// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

Launch launch_of(const ClusterVariant& variant, const void* kernel) {
  return {kernel, variant.columns.threads, variant.shared_bytes, variant.blocks};
}

class ClusterPlan final : public PassesPlan {
 public:
  explicit ClusterPlan(const ClusterVariant& variant)
      : variant_(variant),
        column_turns_(pass_turns(variant.columns.radices)),
        row_turns_(pass_turns(variant.rows.radices)) {
    for (const void* kernel : {variant.points, variant.mean, variant.power}) prepare(launch_of(variant, kernel));
    at_once_ = clusters_at_once(launch_of(variant, variant.points));
    sums_at_once_ = clusters_at_once(launch_of(variant, variant.mean));
    powers_at_once_ = clusters_at_once(launch_of(variant, variant.power));
  }

  void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) override {
    source.ahead = static_cast<unsigned>(at_once_);
    start(variant_.points, at_once_, source, sink, alone(frames), stream);
  }
  void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) override {
    start(extremes ? variant_.power : variant_.mean, groups_at_once(extremes), source, sink, groups, stream);
  }
  std::size_t groups_at_once(bool extremes) const override { return extremes ? powers_at_once_ : sums_at_once_; }

 private:
  template <typename Source, typename Sink>
  void start(const void* kernel, std::size_t at_once, Source source, Sink sink, Groups groups, cudaStream_t stream) {
    const std::size_t clusters = std::min<std::size_t>(groups.count, at_once);
    const std::size_t blocks = clusters * static_cast<std::size_t>(variant_.blocks);
    cuda::start(launch_of(variant_, kernel), blocks, stream, source, sink,
                static_cast<const Point*>(column_turns_.data()), static_cast<const Point*>(row_turns_.data()), groups);
  }

  const ClusterVariant& variant_;
  std::size_t at_once_, sums_at_once_, powers_at_once_;
  DeviceMemory<Point> column_turns_, row_turns_;
};

}  // namespace

std::string ClusterRecipe::name() const {
  return "cluster" + std::to_string(variant_.blocks) + "_" + words(variant_.columns) + "_" + words(variant_.rows);
}
bool ClusterRecipe::fits_device() const {
  return std::ranges::all_of(std::array{variant_.points, variant_.mean, variant_.power},
                             [this](const void* kernel) { return cuda::fits_device(launch_of(variant_, kernel)); });
}
// Few transforms are not shared out evenly: 16 by 14 clusters take as long as 28.
bool ClusterRecipe::suits(Work work, std::size_t frames) const {
  constexpr std::size_t kTurns = 8;
  return work != Work::Points || frames >= kTurns * clusters_at_once(launch_of(variant_, variant_.points));
}
std::unique_ptr<PassesPlan> ClusterRecipe::plan(Work, std::size_t) const {
  return std::make_unique<ClusterPlan>(variant_);
}

}  // namespace gpufft::cuda
