// SPDX-License-Identifier: MIT
#include "gpufft/device/streamed_spectrum.h"

#include <algorithm>
#include <cassert>

#include "gpufft/backend.h"
#include "gpufft/samples/samples.h"

namespace gpufft::device {
namespace {

// Long rows take as long as a slab does to arrive: loops that the compiler can vectorise.
void fold(const float* __restrict levels, PowerRow& row) {
  const std::size_t bins = row.sum.size();
  float* __restrict sum = row.sum.data(), * __restrict max = row.max.data(), * __restrict min = row.min.data();
  for (std::size_t bin = 0; bin < bins; ++bin) sum[bin] += levels[bin];
  levels += bins;
  for (std::size_t bin = 0; bin < bins; ++bin) max[bin] = levels[bin] > max[bin] ? levels[bin] : max[bin];
  levels += bins;
  for (std::size_t bin = 0; bin < bins; ++bin) min[bin] = levels[bin] < min[bin] ? levels[bin] : min[bin];
}

}  // namespace

void StreamedSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  assert(row.sum.size() == request_.bins);
  const auto started = SlabQueue::Clock::now();
  try {
    fold(run(iq.first(bytes_of(request_, frames)), frames, started + request_.deadline).data(), row);
  } catch (const DeviceError&) {
    queue_->mark_failed();
    throw;
  }
  row.frames += frames;
  use_.time += SlabQueue::Clock::now() - started;
  ++use_.batches;
}

std::span<const float> StreamedSpectrum::run(std::span<const std::byte> iq, std::size_t frames,
                                             SlabQueue::Clock::time_point deadline) {
  zero_.begin(iq);
  std::size_t turn = 0;
  for (std::size_t done = 0; done < frames; ++turn) {
    const std::size_t slab = turn % queue_->slabs(), count = std::min(queue_->frames_per_slab(), frames - done);
    if (turn >= queue_->slabs()) queue_->wait_for(slab, deadline);
    const auto part = frames_of(request_, iq, done, count);
    set_zeros(queue_->zeros(slab), part, count);
    queue_->start(slab, part, count, turn == 0);
    done += count;
  }
  return queue_->fetch(deadline);
}

void StreamedSpectrum::set_zeros(std::span<std::complex<float>> zeros, std::span<const std::byte> iq,
                                 std::size_t frames) {
  if (zeros.empty()) return;
  for (std::size_t i = 0; i < frames; ++i) zeros[i] = zero_.next(frames_of(request_, iq, i, 1));
}

}  // namespace gpufft::device
