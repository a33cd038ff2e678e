// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <type_traits>

#include "gpufft/cuda/lanes.h"
#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

using Steps = std::vector<const GridVariant*>;

Launch launch_of(const GridVariant& variant, const void* kernel, bool follows = false) {
  return {kernel, variant.shape.threads, variant.shape.shared_bytes, 1, follows};
}

unsigned length_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.length); }
unsigned lines_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.lines); }
std::size_t tiles(unsigned lines, const GridVariant& variant) {
  return (lines + lines_of(variant) - 1) / lines_of(variant);
}

// Spectra read little and write less, and the same blocks do all frames of a group in turn: it takes many groups to
// keep the device busy.
constexpr std::size_t kSpectraPoints = std::size_t{1} << 24;
Lanes::Shape lanes_for(Work work, std::size_t length, std::size_t frames) {
  if (work == Work::Few) return {1, frames};
  if (work == Work::Points) return Lanes::for_points(length);
  return {1, std::max<std::size_t>(1, kSpectraPoints / length)};
}

std::size_t length_of(const Steps& steps) {
  std::size_t length = 1;
  for (const GridVariant* const variant : steps) length *= static_cast<std::size_t>(variant->shape.length);
  return length;
}

class GridPlan final : public PassesPlan {
 public:
  GridPlan(const Steps& steps, Work work, std::size_t frames)
      : steps_(steps), length_(length_of(steps)), lanes_(lanes_for(work, length_, frames), length_, frames) {
    for (const GridVariant* const variant : steps) {
      turns_.emplace_back(pass_turns(variant->shape.radices));
      for (const void* kernel : {variant->columns_of_points, variant->columns_of_samples, variant->rows_to_points,
                                 variant->rows_to_mean, variant->rows_to_power})
        if (kernel != nullptr) prepare(launch_of(*variant, kernel));
    }
  }

  void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) override {
    lanes_.run(frames, stream, [&](Lane& lane, std::size_t count, cudaStream_t lane_stream) {
      columns(steps_.front()->columns_of_points, source, count, lane, lane_stream);
      rows(steps_.back()->rows_to_points, sink, alone(count), lane, lane_stream, static_cast<unsigned>(count), 0);
      source.points += count * source.distance;
      sink.points += count * sink.distance;
    });
  }

  // As many groups at a time as fit the points between columns and rows.
  void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) override {
    const auto together = static_cast<unsigned>(std::max<std::size_t>(1, lanes_.frames_at_once() / groups.frames_each));
    const auto frame_of = [&](unsigned group) {
      return std::size_t{group / groups.per_row} * groups.frames_per_row + group % groups.per_row * groups.frames_each;
    };
    for (unsigned group = 0; group < groups.count; group += together) {
      const unsigned end = std::min(groups.count, group + together);
      const std::size_t first = frame_of(group);
      SamplesSource part = source;
      part.iq += first * source.hop * bytes_per_sample(source.format);
      if (source.zeros != nullptr) part.zeros += first;
      columns(steps_.front()->columns_of_samples, part, frame_of(end) - first, lanes_.front(), stream);
      sink.first_group = group;
      rows(extremes ? steps_.back()->rows_to_power : steps_.back()->rows_to_mean, sink, groups, lanes_.front(), stream,
           end - group, static_cast<unsigned>(first));
    }
  }

  std::size_t groups_at_once(bool extremes) const override {
    const GridVariant& variant = *steps_.back();
    const std::size_t blocks =
        blocks_at_once(launch_of(variant, extremes ? variant.rows_to_power : variant.rows_to_mean));
    return std::max<std::size_t>(1, blocks * lines_of(variant) * length_of(variant) / length_);
  }
  std::size_t most_in_group() const override {
    return std::clamp<std::size_t>(kSpectraPoints / 2 / length_, 1, PassesPlan::most_in_group());
  }

 private:
  template <typename Source>
  void columns(const void* kernel, const Source& source, std::size_t frames, const Lane& lane, cudaStream_t stream) {
    std::size_t rest = length_;
    column_step(0, kernel, source, frames, rest, lane, stream);
    for (std::size_t step = 1; step + 1 < steps_.size(); ++step) {
      frames *= length_of(*steps_[step - 1]);
      rest /= length_of(*steps_[step - 1]);
      column_step(step, steps_[step]->columns_of_points, PointsSource{lane.between.data(), rest, false}, frames, rest,
                  lane, stream);
    }
  }

  template <typename Source>
  void column_step(std::size_t step, const void* kernel, const Source& source, std::size_t frames, std::size_t points,
                   const Lane& lane, cudaStream_t stream) {
    const GridVariant& variant = *steps_[step];
    const auto columns = static_cast<unsigned>(points / length_of(variant));
    const TurnedSink sink{lane.between.data(), static_cast<unsigned>(points), unit_of(points)};
    start(launch_of(variant, kernel, step > 0 || lane.under_way), tiles(columns, variant) * frames, stream, source,
          sink, columns, static_cast<const Point*>(turns_[step].data()));
  }

  template <typename Sink>
  void rows(const void* kernel, const Sink& sink, const Groups& groups, const Lane& lane, cudaStream_t stream,
            unsigned count, unsigned first_frame) {
    const GridVariant& variant = *steps_.back();
    const auto points = static_cast<unsigned>(length_);
    const unsigned first = length_of(*steps_.front());
    RowsTask task{lane.between.data(), points, first, points / first, points / length_of(variant), 1, 0, 0,
                  first_frame};
    if constexpr (std::is_same_v<Sink, PowerSink>) task.first_group = sink.first_group;
    if (steps_.size() == 3) {
      task.stacked = length_of(*steps_[1]);
      task.stack_distance = length_of(variant);
    }
    const std::size_t blocks = tiles(first, variant) * task.stacked * count;
    start(launch_of(variant, kernel, true), blocks, stream, task, sink, static_cast<const Point*>(turns_.back().data()),
          groups);
  }

  Steps steps_;
  std::vector<DeviceMemory<Point>> turns_;  // for each step
  std::size_t length_;
  Lanes lanes_;
};

}  // namespace

std::string GridRecipe::name() const {
  std::string name = "grid";
  for (const GridVariant* const step : steps_) name += "_" + words(step->shape);
  return name;
}

bool GridRecipe::does(Work work) const {
  return is_points(work) || (steps_.front()->columns_of_samples != nullptr && steps_.back()->rows_to_mean != nullptr);
}

bool GridRecipe::fits_device() const {
  return std::ranges::all_of(
      steps_, [](const GridVariant* step) { return cuda::fits_device(launch_of(*step, step->columns_of_points)); });
}

std::unique_ptr<PassesPlan> GridRecipe::plan(Work work, std::size_t frames) const {
  return std::make_unique<GridPlan>(steps_, work, frames);
}

}  // namespace gpufft::cuda
