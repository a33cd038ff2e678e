// SPDX-License-Identifier: MIT
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpufft/channels/low_pass.h"
#include "gpufft/program/bench/channel_peers.h"
#include "gpufft/tables/product.h"

namespace gpufft::program {
namespace {

using Point = std::complex<float>;

constexpr std::size_t kDecimation = 150;
constexpr std::size_t kFftLength = 32768;  // within 1 % of the least work per sample for these taps

struct Free {
  void operator()(Point* points) const { fftwf_free(points); }
  void operator()(fftwf_plan plan) const { fftwf_destroy_plan(plan); }
};
using Points = std::unique_ptr<Point, Free>;
using Plan = std::unique_ptr<std::remove_pointer_t<fftwf_plan>, Free>;

Points allocate(std::size_t count) { return Points(reinterpret_cast<Point*>(fftwf_alloc_complex(count))); }
fftwf_complex* fftw(Point* points) { return reinterpret_cast<fftwf_complex*>(points); }

// Overlap-save: the filter of one channel, and its mixer.
class FirChannel {
 public:
  explicit FirChannel(double center) : step_(std::polar(1.0, -2 * std::numbers::pi * center / kBandRate)) {
    // Up to the next channel's edge it may roll off: no more taps than that needs.
    const double transition = (2 * kChannelRate - 2 * kChannelWidth) / 2 / kBandRate;
    auto taps = static_cast<std::size_t>(std::ceil(kTransitionTaps / transition)) | 1;
    overlap_ = (taps - 1 + kDecimation - 1) / kDecimation * kDecimation;
    advance_ = (kFftLength - overlap_) / kDecimation * kDecimation;
    points_ = allocate(kFftLength);
    spectrum_ = allocate(kFftLength);
    forward_.reset(
        fftwf_plan_dft_1d(kFftLength, fftw(points_.get()), fftw(spectrum_.get()), FFTW_FORWARD, FFTW_MEASURE));
    back_.reset(
        fftwf_plan_dft_1d(kFftLength, fftw(spectrum_.get()), fftw(spectrum_.get()), FFTW_BACKWARD, FFTW_MEASURE));
    std::fill_n(points_.get(), kFftLength, Point());
    const auto made = low_pass(kChannelRate / 2 / kBandRate, taps);
    for (std::size_t i = 0; i < taps; ++i) points_.get()[i] = static_cast<float>(made[i] / kFftLength);
    fftwf_execute(forward_.get());
    response_.assign(spectrum_.get(), spectrum_.get() + kFftLength);
    std::fill_n(points_.get(), kFftLength, Point());
  }

  void take(std::span<const Point> samples) {
    out_.clear();
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), advance_ - filled_);
      mix(samples.first(count));
      samples = samples.subspan(count);
      if (filled_ == advance_) filter();
    }
  }

  const std::vector<Point>& out() const { return out_; }

 private:
  void mix(std::span<const Point> samples) {
    Point* const to = points_.get() + overlap_ + filled_;
    for (std::size_t i = 0; i < samples.size(); i += kTogether) {
      const Point base(phase_);
      const std::size_t count = std::min(kTogether, samples.size() - i);
      for (std::size_t n = 0; n < count; ++n) {
        const Point turn = product(base, turns_[n]);
        to[i + n] = product(samples[i + n], turn);
      }
      phase_ *= std::pow(step_, static_cast<double>(count));
      phase_ /= std::abs(phase_);
    }
    filled_ += samples.size();
  }

  void filter() {
    fftwf_execute(forward_.get());
    Point* const spectrum = spectrum_.get();
    for (std::size_t i = 0; i < kFftLength; ++i) spectrum[i] = product(spectrum[i], response_[i]);
    fftwf_execute(back_.get());
    for (std::size_t i = 0; i < advance_; i += kDecimation) out_.push_back(spectrum[overlap_ + i]);
    std::copy_n(points_.get() + advance_, overlap_, points_.get());
    filled_ = 0;
  }

  static constexpr std::size_t kTogether = 64;
  std::complex<double> step_, phase_ = 1;
  std::vector<Point> turns_ = [this] {
    std::vector<Point> turns;
    for (std::size_t i = 0; i < kTogether; ++i) turns.push_back(Point(std::pow(step_, static_cast<double>(i))));
    return turns;
  }();
  std::size_t overlap_ = 0, advance_ = 0, filled_ = 0;
  Points points_, spectrum_;
  Plan forward_, back_;
  std::vector<Point> response_, out_;
};

class FirChannels final : public ChannelPeer {
 public:
  FirChannels(std::size_t channels, std::size_t most) : requested_(channels) {
    for (std::size_t i = 0; i < std::min(channels, most); ++i) channels_.emplace_back(center(i));
  }

  std::string name() const override { return "fir-fftw"; }
  std::size_t channels() const override { return channels_.size(); }
  double rate() const override { return kBandRate / kDecimation; }
  double center(std::size_t index) const override { return channel_center(index, requested_); }
  std::span<const Point> channel(std::size_t index) const override { return channels_[index].out(); }

  void take(std::span<const std::byte> iq) override {
    samples_.resize(iq.size() / 2);
    for (std::size_t i = 0; i < samples_.size(); ++i) samples_[i] = point_of(iq.subspan(2 * i, 2));
    for (FirChannel& channel : channels_) channel.take(samples_);
  }

 private:
  std::size_t requested_;
  std::vector<FirChannel> channels_;
  std::vector<Point> samples_;
};

}  // namespace

std::unique_ptr<ChannelPeer> fir_channels(std::size_t channels, std::size_t most) {
  return std::make_unique<FirChannels>(channels, most);
}

}  // namespace gpufft::program
