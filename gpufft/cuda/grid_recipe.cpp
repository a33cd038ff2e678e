// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <type_traits>

#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

using Steps = std::vector<const GridVariant*>;

Launch launch_of(const GridVariant& variant, const void* kernel) {
  return {kernel, variant.shape.threads, variant.shape.shared_bytes};
}

unsigned length_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.length); }
unsigned lines_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.lines); }

// How many points are between columns and rows at a time, and in how many lanes. For short frames as many as the
// device's cache holds, since what is overwritten in the cache never goes to memory; two lanes, as a single one would
// leave the device idle from launch to launch. Long frames do not fit the cache; as many of them as keep the device
// busy. Measured on an H200: 2^26 points as frames of 2^18 take 0.525 ms that way, 0.552 ms all at once, 0.65 ms in one
// lane.
struct Lanes {
  std::size_t count, frames;  // per lane
};
Lanes lanes_for(std::size_t length) {
  constexpr std::size_t kShort = std::size_t{1} << 20, kInCache = std::size_t{1} << 21, kMany = std::size_t{1} << 26;
  if (length <= kShort) return {2, kInCache / length};
  return {1, kMany / length};
}

// Spectra read little and write less, and the same blocks do all frames of a group in turn: it takes many groups to
// keep the device busy.
constexpr std::size_t kSpectraPoints = std::size_t{1} << 24;
Lanes lanes_for_spectra(std::size_t length) { return {1, std::max<std::size_t>(1, kSpectraPoints / length)}; }

// The points between columns and rows, and the stream of a lane, which runs concurrently with that of other lanes.
struct Lane {
  DeviceMemory<Point> between;
  OwnStream stream;
  Event done;
};

class GridPlan final : public PassesPlan {
 public:
  GridPlan(const Steps& steps, Work work, std::size_t frames) : steps_(steps) {
    for (const GridVariant* const variant : steps) {
      turns_.emplace_back(pass_turns(variant->shape.radices));
      length_ *= variant->shape.length;
      for (const void* kernel :
           {variant->columns_of_points, variant->columns_of_factored, variant->columns_of_samples,
            variant->rows_to_points, variant->rows_to_factored, variant->rows_to_mean, variant->rows_to_power})
        prepare(launch_of(*variant, kernel));
    }
    const Lanes lanes = work == Work::Points ? lanes_for(length_) : lanes_for_spectra(length_);
    frames_at_once_ = std::min(frames, lanes.frames);
    lanes_ = std::vector<Lane>(frames > frames_at_once_ ? lanes.count : 1);
    for (Lane& lane : lanes_) lane.between = DeviceMemory<Point>(frames_at_once_ * length_);
  }

  void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) override {
    run_in_lanes(frames, stream, [&](Lane& lane, std::size_t count, cudaStream_t lane_stream) {
      columns(steps_.front()->columns_of_points, source, count, lane, lane_stream);
      rows(steps_.back()->rows_to_points, sink, alone(count), lane, lane_stream, static_cast<unsigned>(count), 0);
      source.points += count * source.distance;
      sink.points += count * sink.distance;
    });
  }

  void run(FactoredSource source, FactoredSink sink, std::size_t frames, cudaStream_t stream) override {
    run_in_lanes(frames, stream, [&](Lane& lane, std::size_t count, cudaStream_t lane_stream) {
      columns(steps_.front()->columns_of_factored, source, count, lane, lane_stream);
      rows(steps_.back()->rows_to_factored, sink, alone(count), lane, lane_stream, static_cast<unsigned>(count), 0);
      source.from.points += count * source.from.distance;
      sink.to.points += count * sink.to.distance;
    });
  }

  // As many groups at a time as fit the points between columns and rows.
  void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) override {
    const auto together = static_cast<unsigned>(std::max<std::size_t>(1, frames_at_once_ / groups.frames_each));
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
  // Calls work(lane, frames, stream) for all frames, a few at a time; the lanes take turns.
  template <typename Work>
  void run_in_lanes(std::size_t frames, cudaStream_t stream, Work work) {
    if (frames <= frames_at_once_) return work(lanes_.front(), frames, stream);
    start_.record(stream);
    for (const Lane& lane : lanes_) check(cudaStreamWaitEvent(lane.stream, start_), "a lane");
    for (std::size_t done = 0, turn = 0; done < frames; done += frames_at_once_, ++turn) {
      Lane& lane = lanes_[turn % lanes_.size()];
      work(lane, std::min(frames_at_once_, frames - done), lane.stream);
    }
    for (const Lane& lane : lanes_) {
      lane.done.record(lane.stream);
      check(cudaStreamWaitEvent(stream, lane.done), "a lane");
    }
  }

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
    const ColumnsTask task{lane.between.data(), columns, static_cast<unsigned>(std::countr_zero(points))};
    start(launch_of(variant, kernel), columns / lines_of(variant) * frames, stream, source, task,
          static_cast<const Point*>(turns_[step].data()));
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
    const std::size_t blocks = std::size_t{first / lines_of(variant)} * task.stacked * count;
    start(launch_of(variant, kernel), blocks, stream, task, sink, static_cast<const Point*>(turns_.back().data()),
          groups);
  }

  Steps steps_;
  std::vector<DeviceMemory<Point>> turns_;  // for each step
  std::size_t length_ = 1, frames_at_once_ = 1;
  std::vector<Lane> lanes_;
  Event start_;
};

}  // namespace

std::string GridRecipe::name() const {
  std::string name = "grid";
  for (const GridVariant* const step : steps_) name += "_" + words(step->shape);
  return name;
}

bool GridRecipe::fits_device() const {
  return std::ranges::all_of(
      steps_, [](const GridVariant* step) { return cuda::fits_device(launch_of(*step, step->columns_of_points)); });
}

std::unique_ptr<PassesPlan> GridRecipe::plan(Work work, std::size_t frames) const {
  return std::make_unique<GridPlan>(steps_, work, frames);
}

}  // namespace gpufft::cuda
