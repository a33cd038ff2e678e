// SPDX-License-Identifier: MIT
#include "gpufft/cpu/spectrum.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <complex>
#include <utility>

#include "gpufft/samples/samples.h"

namespace gpufft::cpu {
namespace {

// Adding many small powers to a large sum one by one would lose their last digits: 0.1 dB after 400000 frames.
constexpr std::size_t kFramesInSum = 256;
static_assert(kFramesInSum % kMostFramesTogether == 0);

// Samples per worker at a time: enough to keep the waiting for each other small, few enough that samples whose mean was
// computed are still in the second cache when they are transformed.
std::size_t frames_per_worker(const SpectrumRequest& request, std::size_t together) {
  constexpr std::size_t kBytes = 1 << 18;
  if (request.threads == 1) return together;
  const std::size_t fit = kBytes / (request.bins * bytes_per_sample(request.format));
  return std::bit_floor(std::clamp(fit, together, kFramesInSum));
}

}  // namespace

CpuSpectrum::CpuSpectrum(const Target& target, const SpectrumRequest& request)
    : request_(request),
      window_(scaled_window(request)),
      zero_(request),
      pool_(request.threads),
      workers_(request.threads) {
  for (Worker& worker : workers_) worker.folder = plan_power_folder(target, request.format, window_);
  frames_.resize(workers_.size() * frames_per_worker(request, workers_[0].folder->frames_together()));
}

void CpuSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  iq = iq.first(bytes_of(request_, frames));
  assert(row.sum.size() == request_.bins);
  zero_.begin(iq);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, frames_.size());
    for (std::size_t n = 0; n < count; ++n, ++done) {
      const auto frame = frames_of(request_, iq, done, 1);
      frames_[n].iq = frame.data();
      frames_[n].zero = zero_.next(frame);
    }
    share_out(pool_, workers_, count, [this](Worker& worker, Stretch stretch) {
      fold(worker, std::span(frames_).subspan(stretch.first, stretch.end - stretch.first));
    });
    if (done % (workers_.size() * kFramesInSum) == 0 || done == frames) join(row);
  }
}

void CpuSpectrum::fold(Worker& worker, std::span<const Frame> frames) {
  for (std::size_t done = 0; done < frames.size();) {
    const std::size_t count = std::min(frames.size() - done, worker.folder->frames_together());
    worker.folder->fold(frames.subspan(done, count));
    done += count;
  }
  worker.gathered += frames.size();
}

void CpuSpectrum::join(PowerRow& row) {
  for (Worker& worker : workers_) {
    if (worker.gathered == 0) continue;
    worker.folder->join(row);
    row.frames += std::exchange(worker.gathered, 0);
  }
}

}  // namespace gpufft::cpu
