// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace gpufft::program {
namespace {

class RtlPowerFftwRows final : public PeerRows {
 public:
  RtlPowerFftwRows(std::unique_ptr<PeerPlan> plan, std::size_t bins) : plan_(std::move(plan)), power_(bins) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    const std::size_t bins = power_.size();
    std::ranges::fill(power_, 0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(iq.data()) + 2 * bins * frame;
      for (std::size_t n = 0; n < bins; ++n) {  // alternating signs put the center in the middle
        const float sign = n % 2 == 0 ? 1.0F : -1.0F;
        plan_->in()[n] = {sign * (static_cast<float>(bytes[2 * n]) - 127.0F),
                          sign * (static_cast<float>(bytes[2 * n + 1]) - 127.0F)};
      }
      plan_->execute();
      for (std::size_t bin = 0; bin < bins; ++bin) {
        const std::complex<double> point(plan_->out()[bin]);
        power_[bin] += std::pow(point.real(), 2) + std::pow(point.imag(), 2);
      }
    }
    for (std::size_t bin = 0; bin < bins; ++bin) row.sum[bin] += static_cast<float>(power_[bin]);
    row.frames += frames;
  }
  std::size_t batch() const override { return 1; }
  bool wants_levels() const override { return false; }

 private:
  std::unique_ptr<PeerPlan> plan_;
  std::vector<double> power_;
};

class RtlPowerFftw final : public Peer {
 public:
  explicit RtlPowerFftw(std::unique_ptr<Peer> fftw) : fftw_(std::move(fftw)) {}

  std::string name() const override { return "rtl_power_fftw"; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t, std::size_t) const override { return {}; }
  std::vector<std::unique_ptr<PeerRows>> rows(std::size_t bins, std::size_t) const override {
    std::vector<std::unique_ptr<PeerRows>> ways;
    if (bins % 2 == 0) {  // signs cannot alternate over an odd number of bins
      for (auto& plan : fftw_->plans(bins, 1))
        ways.push_back(std::make_unique<RtlPowerFftwRows>(std::move(plan), bins));
    }
    return ways;
  }

 private:
  std::unique_ptr<Peer> fftw_;
};

}  // namespace

std::unique_ptr<Peer> rtl_power_fftw(std::unique_ptr<Peer> fftw) {
  return std::make_unique<RtlPowerFftw>(std::move(fftw));
}

}  // namespace gpufft::program
