// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/block_filter.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "daemon/channels/listening/oscillator.h"
#include "gpufft/backend.h"
#include "gpufft/channels/low_pass.h"

namespace spectrumd {

std::vector<std::complex<float>> band_pass(const PassBand& parts, std::size_t taps) {
  const std::vector<double> low = gpufft::low_pass(parts.width() / 2, taps);
  std::vector<std::complex<float>> made;
  for (std::size_t i = 0; i < taps; ++i)
    made.push_back(static_cast<float>(low[i]) *
                   phasor(parts.middle() * (static_cast<double>(i) - static_cast<double>(taps / 2))));
  return made;
}

BlockFilter::BlockFilter(std::size_t block, std::size_t length)
    : block_(block),
      length_(length),
      forward_(gpufft::processor_backend().plan_fft({.length = length})),
      back_(gpufft::processor_backend().plan_fft({.length = length, .direction = gpufft::Direction::Inverse})),
      points_(length),
      spectrum_(length),
      filtered_(length),
      response_(length),
      fade_(block) {
  for (std::size_t i = 0; i < block; ++i)
    fade_[i] = static_cast<float>(
        0.5 - 0.5 * std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(block)));
}

void BlockFilter::set(std::span<const std::complex<float>> taps, const std::function<double(double)>& gain) {
  assert(taps.size() <= length_ - block_ + 1);
  std::vector<std::complex<float>> around(length_);
  for (std::size_t i = 0; i < taps.size(); ++i) around[(i + length_ - taps.size() / 2) % length_] = taps[i];
  forward_->transform(around, around);
  next_.resize(length_);
  for (std::size_t i = 0; i < length_; ++i) {
    const auto bin = static_cast<double>(i);
    const double part = (i <= length_ / 2 ? bin : bin - static_cast<double>(length_)) / static_cast<double>(length_);
    next_[i] = static_cast<float>((gain ? gain(part) : 1) * around[i].real() / static_cast<double>(length_));
  }
}

void BlockFilter::apply(std::span<const float> response, std::span<std::complex<float>> out) {
  for (std::size_t i = 0; i < length_; ++i) filtered_[i] = spectrum_[i] * response[i];
  back_->transform(filtered_, filtered_);
  std::ranges::copy(std::span(filtered_).subspan(delay(), block_), out.begin());
}

void BlockFilter::filter(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  assert(in.size() == block_ && out.size() == block_);
  std::ranges::copy(std::span(points_).last(length_ - block_), points_.begin());
  std::copy(in.begin(), in.end(), points_.end() - static_cast<std::ptrdiff_t>(block_));
  forward_->transform(points_, spectrum_);
  apply(response_, out);
  if (next_.empty()) return;
  response_.swap(next_);
  next_.clear();
  apply(response_, std::span(filtered_).first(block_));
  for (std::size_t i = 0; i < block_; ++i) out[i] += fade_[i] * (filtered_[i] - out[i]);
}

}  // namespace spectrumd
