// SPDX-License-Identifier: MIT
#include "gpufft/cuda/tuner.h"

#include <algorithm>
#include <functional>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/recipes.h"
#include "gpufft/cuda/recorded_call.h"
#include "gpufft/planning/stopwatch.h"

namespace gpufft::cuda {
namespace {

constexpr std::size_t kPoints = std::size_t{1} << 26;  // in a batch: much more than the device's cache holds
constexpr unsigned kFramesPerRow = 8;
constexpr std::size_t kRounds = 5, kShortRounds = 101;

// Memory for either kind of work, and one batch of it.
class TrialBatch {
 public:
  TrialBatch(Work work, std::size_t length, std::size_t few)
      : work_(work),
        length_(length),
        frames_(work == Work::Few ? few : std::max<std::size_t>(kFramesPerRow, kPoints / length)) {
    if (is_points(work)) {
      in_ = DeviceMemory<Point>(frames_ * length);
      out_ = DeviceMemory<Point>(frames_ * length);
      check(cudaMemset(in_.data(), 0x3d, in_.bytes()), "points to measure with");
    } else {
      iq_ = DeviceMemory<std::byte>(2 * frames_ * length);
      window_ = DeviceMemory<float>(length);
      levels_ = DeviceMemory<float>(3 * frames_ * length);
      check(cudaMemset(iq_.data(), 77, iq_.bytes()), "samples to measure with");
      check(cudaMemset(window_.data(), 0x3d, window_.bytes()), "a window to measure with");
    }
  }

  void run(PassesPlan& plan, cudaStream_t stream) const {
    if (is_points(work_))
      return plan.run(PointsSource{in_.data(), length_, false}, PointsSink{out_.data(), length_, false}, frames_,
                      stream);
    const SamplesSource source{iq_.data(), length_, SampleFormat::Cu8, window_.data(), nullptr, 127.5F};
    const Groups groups = groups_for(plan);
    plan.run(source, PowerSink{levels_.data(), 0, groups.count}, groups, work_ == Work::Power, stream);
  }

  std::size_t frames() const { return frames_; }

 private:
  Groups groups_for(const PassesPlan& plan) const {
    const auto rows = static_cast<unsigned>(frames_ / kFramesPerRow);
    const auto each = static_cast<unsigned>(std::min<std::size_t>(kFramesPerRow, plan.most_in_group()));
    const unsigned per_row = (kFramesPerRow + each - 1) / each;
    return {rows * per_row, per_row, kFramesPerRow, each};
  }

  Work work_;
  std::size_t length_, frames_;
  DeviceMemory<Point> in_, out_;
  DeviceMemory<std::byte> iq_;
  DeviceMemory<float> window_, levels_;
};

// A plan, called as transforms call it: recorded.
class TimedPlan {
 public:
  explicit TimedPlan(std::unique_ptr<PassesPlan> plan) : plan_(std::move(plan)) {}

  double seconds(const TrialBatch& batch, cudaStream_t stream) {
    const auto enqueue = [&](cudaStream_t there) { batch.run(*plan_, there); };
    const Event start, end;
    start.record(stream);
    recorded_.run(&batch, nullptr, stream, std::cref(enqueue));
    end.record(stream);
    end.wait();
    return seconds_between(start, end);
  }

 private:
  std::unique_ptr<PassesPlan> plan_;
  RecordedCall recorded_;
};

std::vector<std::unique_ptr<Recipe>> recipes_here(Work work, std::size_t length) {
  auto all = recipes(work, length);
  std::erase_if(all, [](const auto& recipe) { return !recipe->fits_device(); });
  return all;
}

}  // namespace

const char* to_string(Work work) {
  switch (work) {
    case Work::Points:
      return "points";
    case Work::Few:
      return "few";
    case Work::Mean:
      return "mean";
    case Work::Power:
      break;
  }
  return "power";
}

Wisdom& wisdom() { return wisdom_of("cuda", device_facts().name); }

std::vector<Timing> measure(Work work, std::size_t length, std::size_t few) {
  const auto all = recipes_here(work, length);
  if (all.empty()) return {};
  const TrialBatch batch(work, length, few);
  const OwnStream stream;
  std::vector<std::string> names;
  std::vector<TimedPlan> trials;
  for (const auto& recipe : all) {
    names.push_back(recipe->name());
    trials.emplace_back(recipe->plan(work, batch.frames()));
    for (int call = 0; call < 2; ++call) trials.back().seconds(batch, stream);  // loads the code onto the device
  }
  const auto seconds = time_in_turns(trials, work == Work::Few ? kShortRounds : kRounds,
                                     [&](TimedPlan& trial) { return trial.seconds(batch, stream); });
  Timings timings;
  for (std::size_t i = 0; i < trials.size(); ++i) timings.note(names[i], seconds[i].median());
  return timings.fastest_first();
}

std::unique_ptr<Recipe> best_recipe(Work work, std::size_t length, std::size_t frames) {
  auto all = recipes_here(work, length);
  std::erase_if(all, [&](const auto& recipe) { return !recipe->suits(work, frames); });
  const auto known = wisdom().recipe(key_of(to_string(work), length));
  const auto best = std::ranges::find_if(all, [&](const auto& recipe) { return known && recipe->name() == *known; });
  if (best != all.end()) return std::move(*best);
  return all.empty() ? nullptr : std::move(all.front());
}

}  // namespace gpufft::cuda
