// SPDX-License-Identifier: MIT
#include "gpufft/qpu/plain_path.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "gpufft/samples/samples.h"

namespace gpufft::qpu {

ProgramSet PlainPath::programs_for(const SpectrumRequest& request) {
  return transform_programs(request.bins, false, frames_together(request.bins));
}

PlainPath::PlainPath(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request)
    : request_(request),
      window_(scaled_window(request)),
      frame_(request.bins),
      power_(request.bins),
      programs_(std::move(device), programs_for(request)) {}

Microseconds PlainPath::fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                             std::chrono::milliseconds timeout) {
  const std::size_t words = 2 * request_.bins, hop = request_.hop * bytes_per_sample(request_.format);
  for (std::size_t i = 0; i < zeros.size(); ++i)
    load(iq.subspan(i * hop), zeros[i], programs_.input().subspan(i * words, words));
  const Microseconds took = programs_.run(zeros.size(), timeout);
  for (std::size_t i = 0; i < zeros.size(); ++i) square(programs_.output().subspan(i * words, words), row);
  row.frames += zeros.size();
  return took;
}

void PlainPath::load(std::span<const std::byte> iq, std::complex<float> zero, std::span<volatile std::uint32_t> words) {
  load_frame(request_.format, iq, zero, window_, frame_);
  for (std::size_t n = 0; n < frame_.size(); ++n) {
    words[2 * n] = std::bit_cast<std::uint32_t>(frame_[n].real());
    words[2 * n + 1] = std::bit_cast<std::uint32_t>(frame_[n].imag());
  }
}

// Negative frequencies are the upper half of a transform and the lower half of a row.
void PlainPath::square(std::span<volatile std::uint32_t> words, PowerRow& row) {
  const std::size_t half = power_.size() / 2;
  for (std::size_t k = 0; k < power_.size(); ++k) {
    const std::uint32_t re_bits = words[2 * k], im_bits = words[2 * k + 1];
    const auto re = std::bit_cast<float>(re_bits), im = std::bit_cast<float>(im_bits);
    power_[k ^ half] = re * re + im * im;
  }
  for (std::size_t bin = 0; bin < power_.size(); ++bin) {
    row.sum[bin] += power_[bin];
    row.max[bin] = std::max(row.max[bin], power_[bin]);
    row.min[bin] = std::min(row.min[bin], power_[bin]);
  }
}

}  // namespace gpufft::qpu
