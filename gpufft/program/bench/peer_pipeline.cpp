// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/peer_pipeline.h"

#include <cstdint>
#include <utility>

// Not under ThreadSanitizer: the dynamic linker chooses a clone before its runtime has started.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define GPUFFT_FOR_SEVERAL_PROCESSORS [[gnu::target_clones("arch=skylake-avx512", "arch=haswell", "default")]]
#else
#define GPUFFT_FOR_SEVERAL_PROCESSORS
#endif

namespace gpufft::program {
namespace {

GPUFFT_FOR_SEVERAL_PROCESSORS
void convert(const std::uint8_t* __restrict iq, const float* __restrict window, std::size_t numbers,
             float* __restrict out) {
  for (std::size_t n = 0; n < numbers; ++n) out[n] = (static_cast<float>(iq[n]) - 127.5F) * window[n];
}

GPUFFT_FOR_SEVERAL_PROCESSORS
void fold(const float* __restrict points, std::size_t bins, float* __restrict sum, float* __restrict max,
          float* __restrict min) {
  for (std::size_t i = 0; i < bins; ++i) {
    const float power = points[2 * i] * points[2 * i] + points[2 * i + 1] * points[2 * i + 1];
    sum[i] += power;
    max[i] = power > max[i] ? power : max[i];
    min[i] = power < min[i] ? power : min[i];
  }
}

}  // namespace

std::vector<std::unique_ptr<PeerRows>> PeerLibrary::rows(std::size_t bins, std::size_t frames) const {
  std::vector<std::unique_ptr<PeerRows>> ways;
  for (const std::size_t batch : {std::size_t{1}, frames}) {
    for (auto& plan : plans(bins, batch)) ways.push_back(std::make_unique<PeerPipeline>(std::move(plan), bins, batch));
  }
  return ways;
}

PeerPipeline::PeerPipeline(std::unique_ptr<PeerPlan> plan, std::size_t bins, std::size_t batch)
    : plan_(std::move(plan)), bins_(bins), batch_(batch) {
  const auto points = window_points({}, bins);
  const double tone = static_cast<double>(bins) * window_gain(points).coherent_gain * 127.5;
  for (const double point : points) window_.insert(window_.end(), 2, static_cast<float>(point / tone));
}

void PeerPipeline::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  const std::size_t center = bins_ / 2, upper = bins_ - center;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(iq.data());
  for (std::size_t done = 0; done < frames; done += batch_) {
    auto* const in = reinterpret_cast<float*>(plan_->in());
    for (std::size_t frame = 0; frame < batch_; ++frame, bytes += 2 * bins_) {
      convert(bytes, window_.data(), 2 * bins_, in + 2 * frame * bins_);
    }
    plan_->execute();
    for (std::size_t frame = 0; frame < batch_; ++frame) {
      const auto* const out = reinterpret_cast<const float*>(plan_->out() + frame * bins_);
      fold(out + 2 * upper, center, row.sum.data(), row.max.data(), row.min.data());
      fold(out, upper, row.sum.data() + center, row.max.data() + center, row.min.data() + center);
    }
  }
  row.frames += frames;
}

}  // namespace gpufft::program
