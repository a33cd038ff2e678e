// SPDX-License-Identifier: MIT
#include "gpufft/cpu/spectrum.h"

#include <algorithm>
#include <cassert>
#include <complex>
#include <functional>

#include "gpufft/cpu/samples.h"
#include "gpufft/cpu/vectorise.h"

namespace gpufft::cpu {
namespace {

// Adding many small powers to a large sum one by one would lose their last digits: 0.1 dB after 400000 frames.
constexpr std::size_t kFramesInSum = 256;

// About a second of a dongle's samples, or sixteen frames where those are longer: the notch stays narrower than a bin.
double mean_memory(std::size_t bins) { return static_cast<double>(std::max<std::size_t>(1 << 21, 16 * bins)); }

// A complex tone of full scale sums up to bins * coherent gain * full counts in its bin: make that 1.
std::vector<float> scaled_window(const SpectrumRequest& request) {
  const auto points = window_points(request.window, request.bins);
  const double tone =
      static_cast<double>(request.bins) * window_gain(points).coherent_gain * scale_of(request.format).full;
  std::vector<float> scaled;
  scaled.reserve(points.size());
  for (const double point : points) scaled.push_back(static_cast<float>(point / tone));
  return scaled;
}

void fold(const float* re, const float* im, std::size_t bins, float* sum, float* max, float* min) {
  GPUFFT_INDEPENDENT
  for (std::size_t i = 0; i < bins; ++i) {
    const float power = re[i] * re[i] + im[i] * im[i];
    sum[i] += power;
    max[i] = power > max[i] ? power : max[i];
    min[i] = power < min[i] ? power : min[i];
  }
}

}  // namespace

CpuSpectrum::CpuSpectrum(const SpectrumRequest& request)
    : request_(request),
      fft_(plan_planar_fft(request.bins)),
      window_(scaled_window(request)),
      sum_(request.bins),
      mean_(mean_memory(request.bins)) {}

void CpuSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  const std::size_t sample = bytes_per_sample(request_.format);
  const std::size_t frame = request_.bins * sample, hop = request_.hop * sample;
  iq = iq.first((frames - 1) * hop + frame);
  assert(row.sum.size() == request_.bins);
  if (request_.remove_dc && mean_.empty()) track(iq);
  for (std::size_t i = 0; i < frames; ++i) {
    transform(iq.subspan(i * hop, frame), row);
    if (request_.remove_dc) track(iq.subspan(i * hop, std::min(frame, hop)));
  }
  flush(row);
  row.frames += frames;
}

// Negative frequencies are the upper half of a transform and the lower half of a row. Of an odd number of bins the row
// has as many on either side of the center; of an even number one more below it.
void CpuSpectrum::transform(std::span<const std::byte> frame, PowerRow& row) {
  const auto zero = request_.remove_dc ? mean_.mean() : std::complex(1.0, 1.0) * scale_of(request_.format).zero;
  load_frame(request_.format, frame, std::complex<float>(zero), window_, fft_->input());
  const auto [re, im] = fft_->forward();
  const std::size_t center = request_.bins / 2, upper = request_.bins - center;
  fold(re + upper, im + upper, center, sum_.data(), row.max.data(), row.min.data());
  fold(re, im, upper, sum_.data() + center, row.max.data() + center, row.min.data() + center);
  if (++summed_ == kFramesInSum) flush(row);
}

void CpuSpectrum::track(std::span<const std::byte> iq) {
  const std::size_t samples = iq.size() / bytes_per_sample(request_.format);
  mean_.add(mean_of(request_.format, iq), static_cast<double>(samples));
}

void CpuSpectrum::flush(PowerRow& row) {
  std::transform(sum_.begin(), sum_.end(), row.sum.begin(), row.sum.begin(), std::plus<>());
  std::fill(sum_.begin(), sum_.end(), 0.0F);
  summed_ = 0;
}

}  // namespace gpufft::cpu
