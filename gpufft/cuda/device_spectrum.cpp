// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_spectrum.h"

#include <algorithm>
#include <stdexcept>

#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/tuner.h"
#include "gpufft/samples/samples.h"

namespace gpufft::cuda {
namespace {

// The parts common to both kinds of plan: the window, and the levels of groups until they are joined.
class GroupedSpectrum : public DeviceSpectrum {
 public:
  GroupedSpectrum(const SpectrumRequest& request, const RowsShape& largest, const GroupLimits& limits)
      : request_(request),
        largest_(largest),
        limits_(limits),
        window_(scaled_window(request)),
        levels_(3 * most_groups_to_join(largest, limits) * request.bins) {}

  void run(const std::byte* iq, const Point* zeros, const RowsShape& shape, float* levels,
           cudaStream_t stream) override {
    if (shape.rows > largest_.rows || shape.frames_per_row > largest_.frames_per_row)
      throw std::logic_error("more rows, or more frames in a row, than were planned");
    const Groups groups = share_out(shape, limits_);
    const auto zero = static_cast<float>(scale_of(request_.format).zero);
    const SamplesSource source{iq, request_.hop, request_.format, window_.data(), zeros, zero};
    float* const to = groups.per_row > 1 ? levels_.data() : levels;
    fold(source, groups, shape.extremes, to, stream);
    if (groups.per_row > 1) join_groups(to, bins(), groups, shape.extremes, levels, stream);
  }

 protected:
  unsigned bins() const { return static_cast<unsigned>(request_.bins); }
  virtual void fold(const SamplesSource& source, const Groups& groups, bool extremes, float* levels,
                    cudaStream_t stream) = 0;

 private:
  SpectrumRequest request_;
  RowsShape largest_;
  GroupLimits limits_;
  DeviceMemory<float> window_, levels_;
};

// Lengths with recipes: from samples to levels in one go, or in two where a frame is long.
class FusedSpectrum final : public GroupedSpectrum {
 public:
  FusedSpectrum(const SpectrumRequest& request, const RowsShape& largest, std::unique_ptr<PassesPlan> passes)
      : GroupedSpectrum(request, largest, {passes->groups_at_once(largest.extremes), passes->most_in_group()}),
        passes_(std::move(passes)) {}

 private:
  void fold(const SamplesSource& source, const Groups& groups, bool extremes, float* levels,
            cudaStream_t stream) override {
    passes_->run(source, PowerSink{levels, 0, groups.count}, groups, extremes, stream);
  }

  std::unique_ptr<PassesPlan> passes_;
};

// Other lengths: decode, transform, fold; as many groups at a time as fit the points of a good batch.
class SteppedSpectrum final : public GroupedSpectrum {
 public:
  SteppedSpectrum(const SpectrumRequest& request, const RowsShape& largest)
      : GroupedSpectrum(request, largest, {kGroupsAtOnce, kMostInGroup}),
        points_(largest.rows * largest.frames_per_row * request.bins),
        plan_(plan_points(request.bins, largest.rows * largest.frames_per_row)) {}

 private:
  static constexpr std::size_t kGroupsAtOnce = 64, kMostInGroup = 256;

  void fold(const SamplesSource& source, const Groups& groups, bool, float* levels, cudaStream_t stream) override {
    const unsigned frames = groups.count / groups.per_row * groups.frames_per_row;
    decode(source, bins(), 0, frames, points_.data(), stream);
    plan_->run(points_.data(), points_.data(), frames, false, stream);
    fold_power(points_.data(), bins(), groups, levels, stream);
  }

  DeviceMemory<Point> points_;
  std::unique_ptr<PointsPlan> plan_;
};

}  // namespace

std::unique_ptr<DeviceSpectrum> plan_device_spectrum(const SpectrumRequest& request, const RowsShape& largest) {
  check(request);
  const Work work = largest.extremes ? Work::Power : Work::Mean;
  const std::size_t frames = largest.rows * largest.frames_per_row;
  const auto recipe = best_recipe(work, request.bins, frames);
  if (recipe == nullptr) return std::make_unique<SteppedSpectrum>(request, largest);
  return std::make_unique<FusedSpectrum>(request, largest, recipe->plan(work, frames));
}

}  // namespace gpufft::cuda
