// SPDX-License-Identifier: MIT
#include "gpufft/qpu/plain_path.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gpufft::qpu {
namespace {

constexpr float kBroken = 1e6F;  // times full scale: such floats are broken data, and zero

template <typename Raw>
float part_at(const std::byte* iq, std::size_t index) {
  Raw raw;
  std::memcpy(&raw, iq + index * sizeof raw, sizeof raw);  // whatever its alignment
  const auto part = static_cast<float>(raw);
  return std::abs(part) < kBroken ? part : 0.0F;
}

template <typename Raw>
void load_as(const std::byte* iq, std::complex<float> zero, std::span<const float> window,
             std::span<volatile std::uint32_t> words) {
  for (std::size_t n = 0; n < window.size(); ++n) {
    const float re = part_at<Raw>(iq, 2 * n) - zero.real();
    const float im = part_at<Raw>(iq, 2 * n + 1) - zero.imag();
    words[2 * n] = std::bit_cast<std::uint32_t>(re * window[n]);
    words[2 * n + 1] = std::bit_cast<std::uint32_t>(im * window[n]);
  }
}

}  // namespace

ProgramSet PlainPath::programs_for(const SpectrumRequest& request) {
  return transform_programs(request.bins, false, frames_together(request.bins));
}

PlainPath::PlainPath(std::shared_ptr<QpuDevice> device, const SpectrumRequest& request)
    : request_(request),
      window_(scaled_window(request)),
      power_(request.bins),
      programs_(std::move(device), programs_for(request)) {}

Microseconds PlainPath::fold(std::span<const std::byte> iq, std::span<const std::complex<float>> zeros, PowerRow& row,
                             std::chrono::milliseconds timeout) {
  const std::size_t words = 2 * request_.bins, hop = request_.hop * bytes_per_sample(request_.format);
  for (std::size_t i = 0; i < zeros.size(); ++i)
    load(iq.data() + i * hop, zeros[i], programs_.input().subspan(i * words, words));
  const Microseconds took = programs_.run(zeros.size(), timeout);
  for (std::size_t i = 0; i < zeros.size(); ++i) square(programs_.output().subspan(i * words, words), row);
  row.frames += zeros.size();
  return took;
}

void PlainPath::load(const std::byte* iq, std::complex<float> zero, std::span<volatile std::uint32_t> words) const {
  switch (request_.format) {
    case SampleFormat::Cu8:
      return load_as<std::uint8_t>(iq, zero, window_, words);
    case SampleFormat::Cs8:
      return load_as<std::int8_t>(iq, zero, window_, words);
    case SampleFormat::Cs16:
      return load_as<std::int16_t>(iq, zero, window_, words);
    case SampleFormat::Cf32:
      return load_as<float>(iq, zero, window_, words);
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
