// SPDX-License-Identifier: MIT
#include "gpufft/qpu/spectrum.h"

#include <cassert>

#include "gpufft/samples/samples.h"

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
  iq = iq.first(bytes_of(request_, frames));
  assert(row.sum.size() == request_.bins);
  zero_.begin(iq);
  call_.clear(request_.bins);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = path_->at_once(frames - done);
    for (std::size_t i = 0; i < count; ++i) zeros_[i] = zero_.next(frames_of(request_, iq, done + i, 1));
    launch_.clear(request_.bins);
    use_.time +=
        path_->fold(frames_of(request_, iq, done, count), std::span(zeros_).first(count), launch_, request_.deadline);
    call_.fold(launch_);
    done += count;
  }
  row.fold(call_);
  ++use_.batches;
}

}  // namespace gpufft::qpu
