// SPDX-License-Identifier: MIT
#include <complex>
//
#include <liquid/liquid.h>  // uses the numbers of <complex> if it comes after it

#include "gpufft/program/bench/channel_peers.h"

namespace gpufft::program {
namespace {

using Point = std::complex<float>;

constexpr unsigned kChannels = 192;  // of 12.5 kHz in the whole band, each at twice that rate
constexpr unsigned kDelay = 8;       // of the prototype filter, in samples of a channel
constexpr float kAttenuation = 80;

class LiquidChannels final : public ChannelPeer {
 public:
  LiquidChannels() : bank_(firpfbch2_crcf_create_kaiser(LIQUID_ANALYZER, kChannels, kDelay, kAttenuation)) {
    channels_.resize(kChannels);
    row_.resize(kChannels);
    step_.reserve(kChannels / 2);
  }
  ~LiquidChannels() override { firpfbch2_crcf_destroy(bank_); }
  LiquidChannels(const LiquidChannels&) = delete;
  LiquidChannels& operator=(const LiquidChannels&) = delete;

  std::string name() const override { return "liquid-dsp"; }
  std::size_t channels() const override { return kChannels; }
  double rate() const override { return 2 * kBandRate / kChannels; }
  double center(std::size_t index) const override {
    const double bin = static_cast<double>(index);
    return (index < kChannels / 2 ? bin : bin - kChannels) * kChannelSpacing;
  }
  std::span<const Point> channel(std::size_t index) const override { return channels_[index]; }

  void take(std::span<const std::byte> iq) override {
    for (auto& channel : channels_) channel.clear();
    for (std::size_t i = 0; i < iq.size(); i += 2) {
      step_.push_back(point_of(iq.subspan(i, 2)));
      if (step_.size() < kChannels / 2) continue;
      firpfbch2_crcf_execute(bank_, step_.data(), row_.data());
      step_.clear();
      for (std::size_t channel = 0; channel < kChannels; ++channel) channels_[channel].push_back(row_[channel]);
    }
  }

 private:
  firpfbch2_crcf bank_;
  std::vector<Point> step_, row_;
  std::vector<std::vector<Point>> channels_;
};

}  // namespace

std::unique_ptr<ChannelPeer> liquid_channels() { return std::make_unique<LiquidChannels>(); }

}  // namespace gpufft::program
