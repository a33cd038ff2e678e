// SPDX-License-Identifier: MIT
#include "gpufft/qpu/spectrum.h"

#include <cassert>

namespace gpufft::qpu {

QpuSpectrum::QpuSpectrum(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request)
    : request_(request),
      path_(plan_power_path(std::move(device), request)),
      zero_(request),
      zeros_(frames_together(request.bins).front()) {
  launch_.clear(request.bins);
  call_.clear(request.bins);
}

void QpuSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  const std::size_t sample = bytes_per_sample(request_.format);
  const std::size_t frame = request_.bins * sample, hop = request_.hop * sample;
  iq = iq.first((frames - 1) * hop + frame);
  assert(row.sum.size() == request_.bins);
  zero_.begin(iq);
  call_.clear(request_.bins);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = path_->at_once(frames - done);
    for (std::size_t i = 0; i < count; ++i) zeros_[i] = zero_.next(iq.subspan((done + i) * hop, frame));
    launch_.clear(request_.bins);
    use_.time += path_->fold(iq.subspan(done * hop), std::span(zeros_).first(count), launch_, request_.deadline);
    call_.fold(launch_);
    done += count;
  }
  row.fold(call_);
  ++use_.batches;
}

}  // namespace gpufft::qpu
