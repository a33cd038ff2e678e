// SPDX-License-Identifier: MIT
#include "gpufft/channels/band.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpufft/backend.h"
#include "gpufft/planning/stopwatch.h"
#include "gpufft/samples/samples.h"

namespace gpufft {
namespace {

constexpr double kShortest = 0.021, kLongest = 0.033;  // seconds of a transform; its block is three quarters of that
constexpr std::size_t kStep = 64;                      // quarters of every length are whole vectors
constexpr double kRateStep = 4000;
constexpr std::size_t kRounds = 5;

BandShape shape_of(double rate, std::size_t length) { return {rate, length, length / 4 * 3}; }

// Whether channels at multiples of kRateStep need no resampling: eight bins of theirs fit whole.
bool suits_round_rates(double rate, std::size_t length) {
  const double bins = kRateStep * static_cast<double>(length) / rate;
  return bins >= 8 && std::fmod(bins, 8) == 0;
}

std::vector<std::size_t> lengths_for(double rate) {
  std::vector<std::size_t> smooth, suited;
  const auto from = static_cast<std::size_t>(kShortest * rate) / kStep + 1;
  for (std::size_t length = from * kStep; static_cast<double>(length) <= std::max(kLongest * rate, 2.0 * kStep);
       length += kStep) {
    if (!is_smooth(length)) continue;
    smooth.push_back(length);
    if (suits_round_rates(rate, length)) suited.push_back(length);
  }
  return suited.empty() ? smooth : suited;
}

double seconds_per_sample(std::size_t length) {
  const auto fft = processor_backend().plan_fft({.length = length});
  const std::vector<std::complex<float>> in(length);
  std::vector<std::complex<float>> out(length);
  return least_seconds(kRounds, [&] { fft->transform(in, out); }) / static_cast<double>(length);
}

}  // namespace

bool is_smooth(std::size_t number) {
  for (const std::size_t prime : {2, 3, 5, 7})
    while (number % prime == 0) number /= prime;
  return number == 1;
}

BandShape fastest_shape(double rate) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t length : lengths_for(rate)) {
    const double seconds = seconds_per_sample(length);
    if (seconds >= least) continue;
    least = seconds;
    best = length;
  }
  return shape_of(rate, best);
}

Band::Band(SampleFormat format, const BandShape& shape)
    : format_(format),
      shape_(shape),
      forward_(processor_backend().plan_fft({.length = shape.length})),
      scale_(shape.advance, static_cast<float>(1 / scale_of(format).full)),
      zero_(static_cast<float>(scale_of(format).zero), static_cast<float>(scale_of(format).zero)),
      points_(shape.length),
      spectrum_(shape.length) {}

void Band::restart(std::int64_t first_sample) {
  const auto advance = static_cast<std::int64_t>(shape_.advance);
  filled_ = static_cast<std::size_t>((first_sample % advance + advance) % advance);
  block_ = (first_sample - filled_samples()) / advance;
  std::ranges::fill(points_, std::complex<float>());
}

std::size_t Band::fill(std::span<const std::byte> iq) {
  const std::size_t bytes = bytes_per_sample(format_), count = std::min(iq.size() / bytes, shape_.advance - filled_);
  load_frame(format_, iq.first(count * bytes), zero_, std::span(scale_).first(count),
             std::span(points_).subspan(shape_.overlap() + filled_, count));
  filled_ += count;
  return count;
}

std::size_t Band::fill_silence(std::uint64_t samples) {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(samples, shape_.advance - filled_));
  std::ranges::fill(std::span(points_).subspan(shape_.overlap() + filled_, count), std::complex<float>());
  filled_ += count;
  return count;
}

BandBlock Band::transform() {
  forward_->transform(points_, spectrum_);
  std::ranges::copy(std::span(points_).last(shape_.overlap()), points_.begin());
  filled_ = 0;
  return {block_++, spectrum_};
}

}  // namespace gpufft
