// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

using Levels = std::vector<const GridVariant*>;

Launch launch_of(const GridVariant& variant, const void* kernel) {
  return {kernel, variant.shape.threads, variant.shape.shared_bytes};
}

unsigned length_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.length); }
unsigned lines_of(const GridVariant& variant) { return static_cast<unsigned>(variant.shape.lines); }

// As many points as lie between columns and rows at a time: the device's cache holds them, and what is in the cache
// when it is written over never goes to memory.
constexpr std::size_t kPointsAtOnce = std::size_t{1} << 21;

class GridPlan final : public PassesPlan {
 public:
  explicit GridPlan(const Levels& levels) : levels_(levels) {
    for (const GridVariant* const variant : levels) {
      turns_.emplace_back(pass_turns(variant->shape.radices));
      length_ *= variant->shape.length;
      for (const void* kernel :
           {variant->columns_of_points, variant->columns_of_factored, variant->columns_of_samples,
            variant->rows_to_points, variant->rows_to_factored, variant->rows_to_mean, variant->rows_to_power})
        prepare(launch_of(*variant, kernel));
    }
    frames_at_once_ = std::max<std::size_t>(1, kPointsAtOnce / length_);
    between_ = DeviceMemory<Point>(frames_at_once_ * length_);
  }

  void run(PointsSource source, PointsSink sink, std::size_t frames, cudaStream_t stream) override {
    for (std::size_t done = 0; done < frames; done += frames_at_once_) {
      const std::size_t count = std::min(frames_at_once_, frames - done);
      columns(levels_.front()->columns_of_points, source, count, stream);
      rows(levels_.back()->rows_to_points, sink, alone(count), stream);
      source.points += count * source.distance;
      sink.points += count * sink.distance;
    }
  }

  void run(FactoredSource source, FactoredSink sink, std::size_t frames, cudaStream_t stream) override {
    for (std::size_t done = 0; done < frames; done += frames_at_once_) {
      const std::size_t count = std::min(frames_at_once_, frames - done);
      columns(levels_.front()->columns_of_factored, source, count, stream);
      rows(levels_.back()->rows_to_factored, sink, alone(count), stream);
      source.from.points += count * source.from.distance;
      sink.to.points += count * sink.to.distance;
    }
  }

  // A group after the other, as its frames all lie between columns and rows.
  void run(SamplesSource source, PowerSink sink, Groups groups, bool extremes, cudaStream_t stream) override {
    if (groups.frames_each > frames_at_once_) grow(groups.frames_each);
    const SamplesSource start = source;
    for (unsigned group = 0; group < groups.count; ++group, ++sink.first_group) {
      const unsigned row = group / groups.per_row, before = group % groups.per_row * groups.frames_each;
      const unsigned count = std::min(groups.frames_each, groups.frames_per_row - before);
      const std::size_t first = std::size_t{row} * groups.frames_per_row + before;
      source.iq = start.iq + first * start.hop * bytes_per_sample(start.format);
      if (start.zeros != nullptr) source.zeros = start.zeros + first;
      columns(levels_.front()->columns_of_samples, source, count, stream);
      rows(extremes ? levels_.back()->rows_to_power : levels_.back()->rows_to_mean, sink, {1, 1, count, count}, stream);
    }
  }

  std::size_t groups_at_once(bool) const override { return 1; }

 private:
  // Spectra ask for no more than their first call did: see DeviceSpectrum.
  void grow(std::size_t frames) {
    between_ = {};
    between_ = DeviceMemory<Point>(frames * length_);
    frames_at_once_ = frames;
  }

  template <typename Source>
  void columns(const void* kernel, const Source& source, std::size_t frames, cudaStream_t stream) {
    std::size_t rest = length_;
    column_pass(0, kernel, source, frames, rest, stream);
    for (std::size_t level = 1; level + 1 < levels_.size(); ++level) {
      frames *= length_of(*levels_[level - 1]);
      rest /= length_of(*levels_[level - 1]);
      column_pass(level, levels_[level]->columns_of_points, PointsSource{between_.data(), rest, false}, frames, rest,
                  stream);
    }
  }

  template <typename Source>
  void column_pass(std::size_t level, const void* kernel, const Source& source, std::size_t frames, std::size_t points,
                   cudaStream_t stream) {
    const GridVariant& variant = *levels_[level];
    const auto columns = static_cast<unsigned>(points / length_of(variant));
    const ColumnsTask task{between_.data(), columns, static_cast<unsigned>(std::countr_zero(points))};
    start(launch_of(variant, kernel), columns / lines_of(variant) * frames, stream, source, task,
          static_cast<const Point*>(turns_[level].data()));
  }

  template <typename Sink>
  void rows(const void* kernel, const Sink& sink, Groups groups, cudaStream_t stream) {
    const GridVariant& variant = *levels_.back();
    const auto points = static_cast<unsigned>(length_);
    const unsigned first = length_of(*levels_.front());
    RowsTask task{between_.data(), points, first, points / first, points / length_of(variant), 1, 0};
    if (levels_.size() == 3) {
      task.stacked = length_of(*levels_[1]);
      task.stack_distance = length_of(variant);
    }
    const std::size_t blocks = std::size_t{first / lines_of(variant)} * task.stacked * groups.count;
    start(launch_of(variant, kernel), blocks, stream, task, sink, static_cast<const Point*>(turns_.back().data()),
          groups);
  }

  Levels levels_;
  std::vector<DeviceMemory<Point>> turns_;  // of each level
  std::size_t length_ = 1, frames_at_once_ = 1;
  DeviceMemory<Point> between_;
};

}  // namespace

std::string GridRecipe::name() const {
  std::string name = "grid";
  for (const GridVariant* const level : levels_) name += "_" + words(level->shape);
  return name;
}

bool GridRecipe::fits_device() const {
  return std::ranges::all_of(
      levels_, [](const GridVariant* level) { return cuda::fits_device(launch_of(*level, level->columns_of_points)); });
}

std::unique_ptr<PassesPlan> GridRecipe::plan() const { return std::make_unique<GridPlan>(levels_); }

}  // namespace gpufft::cuda
