// SPDX-License-Identifier: MIT
#include "gpufft/samples/samples.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gpufft {
namespace {

template <typename Raw>
Raw number_at(const std::byte* iq, std::size_t index) {
  Raw number;
  std::memcpy(&number, iq + index * sizeof number, sizeof number);  // at any alignment
  return number;
}

template <typename Raw>
Raw sound(Raw value) {
  return value;
}
float sound(float value) { return std::abs(value) < kBroken ? value : 0.0F; }

template <typename Raw>
void load(const std::byte* iq, std::complex<float> zero, std::span<const float> window,
          std::span<std::complex<float>> out) {
  for (std::size_t n = 0; n < window.size(); ++n) {
    const std::complex<float> sample(static_cast<float>(sound(number_at<Raw>(iq, 2 * n))),
                                     static_cast<float>(sound(number_at<Raw>(iq, 2 * n + 1))));
    out[n] = (sample - zero) * window[n];
  }
}

// `Sum` holds the sum of kBlock samples.
constexpr std::size_t kBlock = 32768;
template <typename Raw, typename Sum>
std::complex<double> mean(const std::byte* iq, std::size_t samples) {
  std::complex<double> total;
  for (std::size_t start = 0; start < samples; start += kBlock) {
    const std::size_t end = std::min(samples, start + kBlock);
    Sum re{}, im{};
    for (std::size_t n = start; n < end; ++n) {
      re += sound(number_at<Raw>(iq, 2 * n));
      im += sound(number_at<Raw>(iq, 2 * n + 1));
    }
    total += std::complex<double>(static_cast<double>(re), static_cast<double>(im));
  }
  return total / static_cast<double>(samples);
}

}  // namespace

Scale scale_of(SampleFormat format) {
  switch (format) {
    case SampleFormat::Cu8:
      return {127.5, 127.5};
    case SampleFormat::Cs8:
      return {0, 128};
    case SampleFormat::Cs16:
      return {0, 32768};
    case SampleFormat::Cf32:
      break;
  }
  return {0, 1};
}

std::vector<float> scaled_window(const SpectrumRequest& request) {
  const auto points = window_points(request.window, request.bins);
  const double tone =
      static_cast<double>(request.bins) * window_gain(points).coherent_gain * scale_of(request.format).full;
  std::vector<float> scaled;
  scaled.reserve(points.size());
  for (const double point : points) scaled.push_back(static_cast<float>(point / tone));
  return scaled;
}

void load_frame(SampleFormat format, std::span<const std::byte> iq, std::complex<float> zero,
                std::span<const float> window, std::span<std::complex<float>> out) {
  switch (format) {
    case SampleFormat::Cu8:
      return load<std::uint8_t>(iq.data(), zero, window, out);
    case SampleFormat::Cs8:
      return load<std::int8_t>(iq.data(), zero, window, out);
    case SampleFormat::Cs16:
      return load<std::int16_t>(iq.data(), zero, window, out);
    case SampleFormat::Cf32:
      return load<float>(iq.data(), zero, window, out);
  }
}

std::complex<double> mean_of(SampleFormat format, std::span<const std::byte> iq) {
  const std::size_t samples = iq.size() / bytes_per_sample(format);
  switch (format) {
    case SampleFormat::Cu8:
      return mean<std::uint8_t, std::int32_t>(iq.data(), samples);
    case SampleFormat::Cs8:
      return mean<std::int8_t, std::int32_t>(iq.data(), samples);
    case SampleFormat::Cs16:
      return mean<std::int16_t, std::int32_t>(iq.data(), samples);
    case SampleFormat::Cf32:
      break;
  }
  return mean<float, double>(iq.data(), samples);
}

}  // namespace gpufft
