// SPDX-License-Identifier: MIT
#include "gpufft/cpu/power_folder.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <functional>
#include <utility>
#include <vector>

#include "gpufft/cpu/any_length.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/samples/samples.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {
namespace {

// The crossing and the folding are together more code than the processor keeps decoded, so short frames are crossed
// several at a time: 3 to 9 % faster from 512 to 1024 bins.
std::size_t together_for(std::size_t bins) {
  constexpr std::size_t kBytesOfWork = 65536;
  const std::size_t fit = kBytesOfWork / (bins * sizeof(std::complex<float>));
  return std::bit_floor(std::clamp(fit, kFramesTogether, kMostFramesTogether));
}

// Everything in one go: the first pass decodes and windows samples, the last folds power.
class VectorFolder final : public PowerFolder {
 public:
  VectorFolder(const Target& target, SampleFormat format, std::span<const float> window)
      : plan_(target, window.size(), Ending::InPower),
        cross_(plan_.kernels().cross_samples[static_cast<std::size_t>(format)]),
        window_(window),
        together_(together_for(window.size())),
        work_(together_ * plan_.passes().work_floats),
        levels_(3 * window.size()) {}

  std::size_t frames_together() const override { return together_; }

  void fold(std::span<const Frame> frames) override {
    const Kernels& kernels = plan_.kernels();
    const Passes& passes = plan_.passes();
    cross_(passes, frames.data(), frames.size(), window_.data(), work_.data());
    for (std::size_t done = 0; done < frames.size(); done += kFramesTogether) {
      const auto& folds = std::exchange(overwrite_, false) ? kernels.fold_overwrite : kernels.fold;
      const std::size_t count = std::min(frames.size() - done, kFramesTogether);
      folds[count - 1](passes, work_.data() + done * passes.work_floats, levels_.data());
    }
  }

  void join(PowerRow& row) override {
    const auto& kernels = plan_.kernels();
    const auto join = row.frames == 0 ? kernels.join_overwrite : kernels.join;
    join(plan_.passes(), levels_.data(), row.sum.data(), row.max.data(), row.min.data());
    overwrite_ = true;
  }

 private:
  Plan plan_;
  decltype(Kernels::cross_samples)::value_type cross_;
  std::span<const float> window_;
  std::size_t together_;
  AlignedFloats work_, levels_;
  bool overwrite_ = true;
};

// For lengths that passes cannot do, or not with full vectors: the same in three separate steps.
class PointsFolder final : public PowerFolder {
 public:
  PointsFolder(const Target& target, SampleFormat format, std::span<const float> window)
      : format_(format), window_(window), fft_(plan_points_fft(target, window.size())), points_(window.size()) {
    gathered_.clear(window.size());
  }

  std::size_t frames_together() const override { return kFramesTogether; }

  void fold(std::span<const Frame> frames) override {
    const std::size_t bins = window_.size(), center = bins / 2, upper = bins - center;
    for (const Frame& frame : frames) {
      const std::span iq(frame.iq, bins * bytes_per_sample(format_));
      load_frame(format_, iq, frame.zero, window_, points_);
      fft_->transform(points_, points_, Direction::Forward);
      add(ConstPoints(points_).subspan(upper), 0);
      add(ConstPoints(points_).first(upper), center);
    }
  }

  void join(PowerRow& row) override {
    std::ranges::transform(gathered_.sum, row.sum, row.sum.begin(), std::plus<>());
    std::ranges::transform(gathered_.max, row.max, row.max.begin(), [](float a, float b) { return std::max(a, b); });
    std::ranges::transform(gathered_.min, row.min, row.min.begin(), [](float a, float b) { return std::min(a, b); });
    gathered_.clear(window_.size());
  }

 private:
  void add(ConstPoints points, std::size_t at) {
    float *const sum = gathered_.sum.data() + at, *const max = gathered_.max.data() + at,
                 *const min = gathered_.min.data() + at;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const float re = points[i].real(), im = points[i].imag(), power = re * re + im * im;
      sum[i] += power;
      max[i] = power > max[i] ? power : max[i];
      min[i] = power < min[i] ? power : min[i];
    }
  }

  SampleFormat format_;
  std::span<const float> window_;
  std::unique_ptr<PointsFft> fft_;
  std::vector<std::complex<float>> points_;
  PowerRow gathered_;
};

}  // namespace

std::unique_ptr<PowerFolder> plan_power_folder(const Target& target, SampleFormat format,
                                               std::span<const float> window) {
  if (Plan::folds_well(target, window.size())) return std::make_unique<VectorFolder>(target, format, window);
  return std::make_unique<PointsFolder>(target, format, window);
}

}  // namespace gpufft::cpu
