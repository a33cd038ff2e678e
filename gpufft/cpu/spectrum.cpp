// SPDX-License-Identifier: MIT
#include "gpufft/cpu/spectrum.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <complex>

#include "gpufft/cpu/samples.h"

namespace gpufft::cpu {
namespace {

// Adding many small powers to a large sum one by one would lose their last digits: 0.1 dB after 400000 frames.
constexpr std::size_t kFramesInSum = 256;  // a multiple of kFramesTogether

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

}  // namespace

CpuSpectrum::CpuSpectrum(const Target& target, const SpectrumRequest& request)
    : request_(request),
      window_(scaled_window(request)),
      folder_(plan_power_folder(target, request.format, window_)),
      mean_(mean_memory(request.bins)) {}

void CpuSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  const std::size_t sample = bytes_per_sample(request_.format);
  const std::size_t frame = request_.bins * sample, hop = request_.hop * sample;
  iq = iq.first((frames - 1) * hop + frame);
  assert(row.sum.size() == request_.bins);
  if (request_.remove_dc && mean_.empty()) track(iq);
  std::array<Frame, kFramesTogether> together;
  for (std::size_t i = 0; i < frames;) {
    const std::size_t count = std::min(frames - i, kFramesTogether);
    for (std::size_t n = 0; n < count; ++n, ++i) together[n] = next_frame(iq.subspan(i * hop, frame));
    folder_->fold(std::span(together).first(count));
    if (i % kFramesInSum == 0 || i == frames) folder_->join(row);
  }
  row.frames += frames;
}

Frame CpuSpectrum::next_frame(std::span<const std::byte> iq) {
  const double zero = scale_of(request_.format).zero;
  const std::complex<float> mean(request_.remove_dc ? mean_.mean() : std::complex(zero, zero));
  if (request_.remove_dc) track(iq.first(std::min(iq.size(), request_.hop * bytes_per_sample(request_.format))));
  return {iq.data(), mean.real(), mean.imag()};
}

void CpuSpectrum::track(std::span<const std::byte> iq) {
  const std::size_t samples = iq.size() / bytes_per_sample(request_.format);
  mean_.add(mean_of(request_.format, iq), static_cast<double>(samples));
}

}  // namespace gpufft::cpu
