// SPDX-License-Identifier: MIT
#include "gpufft/qpu/spectrum.h"

#include <algorithm>
#include <cassert>

#include "gpufft/cpu/samples.h"

namespace gpufft::qpu {
namespace {

// As the processor has it: about a second of a dongle's samples, or sixteen frames where those are longer.
double mean_memory(std::size_t bins) { return static_cast<double>(std::max<std::size_t>(1 << 21, 16 * bins)); }

}  // namespace

QpuSpectrum::QpuSpectrum(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request)
    : request_(request),
      path_(plan_power_path(std::move(device), request)),
      mean_(mean_memory(request.bins)),
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
  if (request_.remove_dc && mean_.empty()) track(iq);
  call_.clear(request_.bins);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = path_->at_once(frames - done);
    for (std::size_t i = 0; i < count; ++i) zeros_[i] = zero_of(iq.subspan((done + i) * hop, frame));
    launch_.clear(request_.bins);
    use_.time += path_->fold(iq.subspan(done * hop), std::span(zeros_).first(count), launch_, request_.deadline);
    call_.fold(launch_);
    done += count;
  }
  row.fold(call_);
  ++use_.batches;
}

std::complex<float> QpuSpectrum::zero_of(std::span<const std::byte> frame) {
  const double middle = cpu::scale_of(request_.format).zero;
  if (!request_.remove_dc) return std::complex<float>(std::complex(middle, middle));
  const std::complex<float> zero(mean_.mean());
  track(frame.first(std::min(frame.size(), request_.hop * bytes_per_sample(request_.format))));
  return zero;
}

void QpuSpectrum::track(std::span<const std::byte> iq) {
  const std::size_t samples = iq.size() / bytes_per_sample(request_.format);
  mean_.add(cpu::mean_of(request_.format, iq), static_cast<double>(samples));
}

}  // namespace gpufft::qpu
