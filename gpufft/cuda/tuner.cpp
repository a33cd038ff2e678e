// SPDX-License-Identifier: MIT
#include "gpufft/cuda/tuner.h"

#include <algorithm>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/planning/stopwatch.h"

namespace gpufft::cuda {
namespace {

constexpr std::size_t kPoints = std::size_t{1} << 26;  // in a batch: much more than the device's cache holds
constexpr unsigned kFramesPerRow = 8;
constexpr std::size_t kRounds = 5;

// Memory for either kind of work, and one batch of it.
class TrialBatch {
 public:
  TrialBatch(Work work, std::size_t length)
      : work_(work), length_(length), frames_(std::max<std::size_t>(kFramesPerRow, kPoints / length)) {
    if (work == Work::Points) {
      in_ = DeviceMemory<Point>(frames_ * length);
      out_ = DeviceMemory<Point>(frames_ * length);
      check(cudaMemset(in_.data(), 0x3d, in_.bytes()), "points to measure with");
    } else {
      iq_ = DeviceMemory<std::byte>(2 * frames_ * length);
      window_ = DeviceMemory<float>(length);
      levels_ = DeviceMemory<float>(3 * groups().count * length);
      check(cudaMemset(iq_.data(), 77, iq_.bytes()), "samples to measure with");
      check(cudaMemset(window_.data(), 0x3d, window_.bytes()), "a window to measure with");
    }
  }

  void run(PassesPlan& plan, cudaStream_t stream) const {
    if (work_ == Work::Points)
      return plan.run(PointsSource{in_.data(), length_, false}, PointsSink{out_.data(), length_, false}, frames_,
                      stream);
    const SamplesSource source{iq_.data(), length_, SampleFormat::Cu8, window_.data(), nullptr, 127.5F};
    plan.run(source, PowerSink{levels_.data(), 0, groups().count}, groups(), work_ == Work::Power, stream);
  }

  std::size_t frames() const { return frames_; }

 private:
  Groups groups() const {
    const auto rows = static_cast<unsigned>(frames_ / kFramesPerRow);
    return {rows, 1, kFramesPerRow, kFramesPerRow};
  }

  Work work_;
  std::size_t length_, frames_;
  DeviceMemory<Point> in_, out_;
  DeviceMemory<std::byte> iq_;
  DeviceMemory<float> window_, levels_;
};

double seconds_of(PassesPlan& plan, const TrialBatch& trial, cudaStream_t stream) {
  const Event start, end;
  start.record(stream);
  trial.run(plan, stream);
  end.record(stream);
  end.wait();
  return seconds_between(start, end);
}

}  // namespace

const char* to_string(Work work) {
  switch (work) {
    case Work::Points:
      return "points";
    case Work::Mean:
      return "mean";
    case Work::Power:
      break;
  }
  return "power";
}

Wisdom& wisdom() { return wisdom_of("cuda", device_facts().name); }

std::vector<Timing> measure(Work work, std::size_t length) {
  const TrialBatch trial(work, length);
  const OwnStream stream;
  std::vector<std::string> names;
  std::vector<std::unique_ptr<PassesPlan>> plans;
  for (const auto& recipe : recipes(length)) {
    if (!recipe->fits_device()) continue;
    names.push_back(recipe->name());
    plans.push_back(recipe->plan(work, trial.frames()));
    seconds_of(*plans.back(), trial, stream);  // loads the code onto the device
  }
  const auto seconds =
      time_in_turns(plans, kRounds, [&](const auto& plan) { return seconds_of(*plan, trial, stream); });
  Timings timings;
  for (std::size_t i = 0; i < plans.size(); ++i) timings.note(names[i], seconds[i].median());
  return timings.fastest_first();
}

std::unique_ptr<Recipe> best_recipe(Work work, std::size_t length) {
  auto all = recipes(length);
  std::erase_if(all, [](const auto& recipe) { return !recipe->fits_device(); });
  const auto known = wisdom().recipe(key_of(to_string(work), length));
  const auto best = std::ranges::find_if(all, [&](const auto& recipe) { return known && recipe->name() == *known; });
  if (best != all.end()) return std::move(*best);
  if (all.empty()) check(cudaErrorInvalidConfiguration, "a kernel for this length");
  return std::move(all.front());
}

}  // namespace gpufft::cuda
