// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace gpufft::program {
namespace {

constexpr int kTwiddleBits = 15;
constexpr int kWindowBits = 8;

// The product of two 16-bit twiddles has 31 bits and is rounded.
std::int16_t product(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>((std::int32_t{a} * b + (1 << (kTwiddleBits - 1))) >> kTwiddleBits);
}

// In place, radix 2, from bit-reversed order; halved at every level, so that nothing overflows.
class WholeNumberFft {
 public:
  explicit WholeNumberFft(std::size_t length) : length_(length), cos_(length / 2), sin_(length / 2) {
    for (std::size_t k = 0; k < length / 2; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
      cos_[k] = static_cast<std::int16_t>(std::lround(std::cos(angle) * INT16_MAX));
      sin_[k] = static_cast<std::int16_t>(std::lround(-std::sin(angle) * INT16_MAX));
    }
  }

  void transform(std::int16_t* points) const {
    reverse_bits(points);
    for (std::size_t half = 1, stride = length_ / 2; half < length_; half *= 2, stride /= 2) {
      for (std::size_t turn = 0; turn < half; ++turn) {
        const std::int16_t cos = cos_[turn * stride], sin = sin_[turn * stride];
        for (std::size_t at = turn; at < length_; at += 2 * half) {
          cross(points + 2 * at, points + 2 * (at + half), cos, sin);
        }
      }
    }
  }

 private:
  static void cross(std::int16_t* a, std::int16_t* b, std::int16_t cos, std::int16_t sin) {
    const int re = (product(cos, b[0]) - product(sin, b[1])) >> 1, im = (product(cos, b[1]) + product(sin, b[0])) >> 1;
    const int a_re = a[0] >> 1, a_im = a[1] >> 1;
    a[0] = static_cast<std::int16_t>(a_re + re), a[1] = static_cast<std::int16_t>(a_im + im);
    b[0] = static_cast<std::int16_t>(a_re - re), b[1] = static_cast<std::int16_t>(a_im - im);
  }

  void reverse_bits(std::int16_t* points) const {
    for (std::size_t i = 1, reversed = 0; i < length_; ++i) {
      std::size_t bit = length_ / 2;
      for (; (reversed & bit) != 0; bit /= 2) reversed ^= bit;
      reversed ^= bit;
      if (i < reversed) {
        std::swap(points[2 * i], points[2 * reversed]);
        std::swap(points[2 * i + 1], points[2 * reversed + 1]);
      }
    }
  }

  std::size_t length_;
  std::vector<std::int16_t> cos_, sin_;
};

class RtlPowerRows final : public PeerRows {
 public:
  explicit RtlPowerRows(std::size_t bins) : fft_(bins), points_(2 * bins), power_(bins) {
    for (const double point : window_points({}, bins)) {
      window_.push_back(static_cast<std::int32_t>(point * (1 << kWindowBits)));
    }
  }

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    const std::size_t bins = power_.size();
    std::ranges::fill(power_, 0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      load(reinterpret_cast<const std::uint8_t*>(iq.data()) + 2 * bins * frame);
      fft_.transform(points_.data());
      for (std::size_t bin = 0; bin < bins; ++bin) {
        const std::int64_t re = points_[2 * bin], im = points_[2 * bin + 1];
        power_[bin] += re * re + im * im;
      }
    }
    for (std::size_t bin = 0; bin < bins; ++bin) row.sum[(bin + bins / 2) % bins] += static_cast<float>(power_[bin]);
    row.frames += frames;
  }
  std::size_t batch() const override { return 1; }
  bool wants_levels() const override { return false; }

 private:
  // Subtracts the mean, applies the window, and scales to use 16 bits.
  void load(const std::uint8_t* iq) {
    std::int32_t mean[2] = {0, 0};
    for (std::size_t n = 0; n < points_.size(); ++n) {
      points_[n] = static_cast<std::int16_t>(iq[n] - 127);
      mean[n % 2] += points_[n];
    }
    const auto count = static_cast<std::int32_t>(power_.size());
    for (std::size_t n = 0; n < points_.size(); ++n) {
      const std::int32_t level = points_[n] - mean[n % 2] / count;
      points_[n] = static_cast<std::int16_t>(std::clamp(level * window_[n / 2], -INT16_MAX, INT16_MAX));
    }
  }

  WholeNumberFft fft_;
  std::vector<std::int16_t> points_;
  std::vector<std::int32_t> window_;
  std::vector<std::int64_t> power_;
};

class RtlPower final : public Peer {
 public:
  std::string name() const override { return "rtl_power"; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t, std::size_t) const override { return {}; }
  std::vector<std::unique_ptr<PeerRows>> rows(std::size_t bins, std::size_t) const override {
    std::vector<std::unique_ptr<PeerRows>> ways;
    if (bins > 1 && std::has_single_bit(bins)) ways.push_back(std::make_unique<RtlPowerRows>(bins));
    return ways;
  }
};

}  // namespace

std::unique_ptr<Peer> rtl_power() { return std::make_unique<RtlPower>(); }

}  // namespace gpufft::program
