// SPDX-License-Identifier: MIT
#include "gpufft/cpu/spectrum.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <complex>
#include <utility>

#include "gpufft/cpu/samples.h"

namespace gpufft::cpu {
namespace {

// Adding many small powers to a large sum one by one would lose their last digits: 0.1 dB after 400000 frames.
constexpr std::size_t kFramesInSum = 256;
static_assert(kFramesInSum % kMostFramesTogether == 0);

}  // namespace

CpuSpectrum::CpuSpectrum(const Target& target, const SpectrumRequest& request)
    : request_(request),
      window_(scaled_window(request)),
      folder_(plan_power_folder(target, request.format, window_)),
      zero_(request) {}

void CpuSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  const std::size_t sample = bytes_per_sample(request_.format);
  const std::size_t frame = request_.bins * sample, hop = request_.hop * sample;
  iq = iq.first((frames - 1) * hop + frame);
  assert(row.sum.size() == request_.bins);
  zero_.begin(iq);
  std::array<Frame, kMostFramesTogether> together;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < frames;) {
    const std::size_t count = std::min(frames - i, folder_->frames_together());
    for (std::size_t n = 0; n < count; ++n, ++i) {
      together[n].iq = iq.data() + i * hop;
      together[n].zero = zero_.next(iq.subspan(i * hop, frame));
    }
    folder_->fold(std::span(together).first(count));
    if (i % kFramesInSum != 0 && i != frames) continue;
    folder_->join(row);
    row.frames += i - std::exchange(joined, i);
  }
}

}  // namespace gpufft::cpu
