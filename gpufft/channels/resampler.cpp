// SPDX-License-Identifier: MIT
#include "gpufft/channels/resampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gpufft/channels/low_pass.h"

namespace gpufft {
namespace {

constexpr std::size_t kMostPhases = 512;  // linear interpolation between so many is 100 dB exact
constexpr std::size_t kLanes = 16;        // floats added side by side

std::size_t taps_for(const RateRatio& ratio, double pass) {
  const double slower = std::min(1.0, static_cast<double>(ratio.out) / static_cast<double>(ratio.in));
  const double transition = slower - 2 * pass;
  const auto taps = static_cast<std::size_t>(std::ceil(kTransitionTaps / transition)) + 1;
  return (taps + kLanes / 2 - 1) / (kLanes / 2) * (kLanes / 2);
}

double cutoff_for(const RateRatio& ratio) {
  return std::min(1.0, static_cast<double>(ratio.out) / static_cast<double>(ratio.in)) / 2;
}

struct Parts {
  std::int64_t whole;
  std::uint64_t rest;
};

// number * by / of, exactly, also where the product has more than 64 bits: one bit of `by` after the other.
Parts scaled(std::int64_t number, std::uint64_t by, std::uint64_t of) {
  const auto divisor = static_cast<std::int64_t>(of);
  const std::int64_t rounds = number / divisor - (number % divisor < 0 ? 1 : 0);
  const auto left = static_cast<std::uint64_t>(number - rounds * divisor);
  std::uint64_t whole = 0, rest = 0;
  const auto add = [&](std::uint64_t more) {
    rest += more;
    if (rest < of) return;
    rest -= of;
    ++whole;
  };
  for (int bit = 63; bit >= 0; --bit) {
    whole *= 2;
    add(rest);
    if (by >> bit & 1) add(left);
  }
  return {rounds * static_cast<std::int64_t>(by) + static_cast<std::int64_t>(whole), rest};
}

}  // namespace

RateRatio ratio_of(std::uint64_t in, std::uint64_t out) {
  const std::uint64_t common = std::gcd(in, out);
  return {in / common, out / common};
}

Resampler::Resampler(const RateRatio& ratio, double pass)
    : ratio_(ratio),
      taps_(taps_for(ratio, pass)),
      phases_(static_cast<std::size_t>(std::min<std::uint64_t>(ratio.out, kMostPhases))),
      interpolates_(ratio.out > kMostPhases) {
  const auto length = static_cast<double>(taps_);
  const double cutoff = cutoff_for(ratio);
  std::vector<double> row(taps_);
  for (std::size_t phase = 0; phase <= phases_; ++phase) {  // one more, for what lies after the last
    const double late = static_cast<double>(phase) / static_cast<double>(phases_);
    for (std::size_t i = 0; i < taps_; ++i)
      row[i] = low_pass_at(static_cast<double>(i) - late - length / 2 + 1, length, cutoff);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (const double tap : row) table_.insert(table_.end(), 2, static_cast<float>(tap / sum));
  }
  restart(0);
}

// Output m lies at m * in / out: the first at or after `first_in`.
void Resampler::restart(std::int64_t first_in) {
  const Parts next = scaled(first_in, ratio_.out, ratio_.in);
  next_out_ = next.whole + (next.rest > 0 ? 1 : 0);
  const Parts place = scaled(next_out_, ratio_.in, ratio_.out);
  at_ = place.whole;
  rest_ = place.rest;
  first_in_ = first_in - static_cast<std::int64_t>(taps_);
  input_.assign(taps_, {});
}

// The taps lie around the place: as many before it as after it.
std::complex<float> Resampler::value() const {
  const auto begin = static_cast<std::size_t>(at_ - first_in_) - taps_ / 2 + 1;
  const auto* const x = reinterpret_cast<const float*>(input_.data() + begin);
  const double place = static_cast<double>(rest_) / static_cast<double>(ratio_.out) * static_cast<double>(phases_);
  const auto phase = interpolates_ ? static_cast<std::size_t>(place) : static_cast<std::size_t>(rest_);
  const float* const taps = table_.data() + phase * 2 * taps_;
  std::array<float, kLanes> here{}, next{};
  for (std::size_t i = 0; i < 2 * taps_; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) here[lane] += x[i + lane] * taps[i + lane];
  if (interpolates_) {
    const float* const later = taps + 2 * taps_;
    const auto share = static_cast<float>(place - static_cast<double>(phase));
    for (std::size_t i = 0; i < 2 * taps_; i += kLanes)
      for (std::size_t lane = 0; lane < kLanes; ++lane) next[lane] += x[i + lane] * later[i + lane];
    for (std::size_t lane = 0; lane < kLanes; ++lane) here[lane] += share * (next[lane] - here[lane]);
  }
  float re = 0, im = 0;
  for (std::size_t lane = 0; lane < kLanes; lane += 2) {
    re += here[lane];
    im += here[lane + 1];
  }
  return {re, im};
}

void Resampler::take(std::span<const std::complex<float>> in, std::vector<std::complex<float>>& out) {
  input_.insert(input_.end(), in.begin(), in.end());
  const auto half = static_cast<std::int64_t>(taps_ / 2), end = first_in_ + static_cast<std::int64_t>(input_.size());
  while (at_ + half < end) {
    out.push_back(value());
    ++next_out_;
    at_ += static_cast<std::int64_t>(ratio_.in / ratio_.out);
    rest_ += ratio_.in % ratio_.out;
    if (rest_ >= ratio_.out) {
      rest_ -= ratio_.out;
      ++at_;
    }
  }
  const std::int64_t needed = std::min(at_ - half + 1, end);
  if (needed <= first_in_) return;
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(needed - first_in_));
  first_in_ = needed;
}

}  // namespace gpufft
