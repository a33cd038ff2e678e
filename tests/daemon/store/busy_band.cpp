// SPDX-License-Identifier: MIT
#include "tests/daemon/store/busy_band.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr float kFloorDb = -78;
constexpr float kPowerDb = 4.343F;  // of a relative change of power: 10 / ln 10

}  // namespace

// 45 % of the bins carry signals, as in a busy band.
BusyBand::BusyBand(std::size_t bins, std::uint64_t seed) : bins_(bins), random_(seed), noise_db_(bins) {
  for (std::size_t i = 0; i < bins_; ++i)  // the slope of a tuner's filter
    noise_db_[i] = kFloorDb - 3 * std::pow(2 * std::abs(static_cast<float>(i) / static_cast<float>(bins_) - 0.5F), 6.F);
  const auto add = [&](double place, double width, float level, float fading, float keyed) {
    const auto first = static_cast<std::size_t>(place * static_cast<double>(bins_));
    const auto last =
        std::min(bins_, first + std::max<std::size_t>(1, static_cast<std::size_t>(width * static_cast<double>(bins_))));
    signals_.push_back({first, last, level, fading, keyed});
  };
  std::uniform_real_distribution<float> uniform(0, 1);
  for (int i = 0; i < 4; ++i) add(0.05 + 0.23 * i, 0.08, 15 + 10 * uniform(random_), 0.5F, 1);     // wide FM
  for (int i = 0; i < 10; ++i) add(0.15 + 0.083 * i, 0.005, 20 + 15 * uniform(random_), 1, 0.3F);  // keyed
  for (int i = 0; i < 14; ++i) add(0.03 + 0.067 * i, 0.001, 10 + 20 * uniform(random_), 6, 1);     // fading
  for (int i = 0; i < 40; ++i) add(0.5 + 0.0022 * i, 0.0003, 8, 0.5F, 1);                          // a comb
  for (int i = 0; i < 3; ++i) add(0.33 + 0.21 * i, 0.02, 25, 2, 0.05F);                            // bursts
}

void BusyBand::step(Signal& signal) {
  std::uniform_real_distribution<float> uniform(0, 1);
  std::normal_distribution<float> normal(0, 1);
  if (signal.keyed_share == 1)
    signal.on = true;
  else if (uniform(random_) < 0.1F)
    signal.on = uniform(random_) < signal.keyed_share;
  signal.fade = 0.95F * signal.fade + 0.3F * signal.fading_db * normal(random_);
}

RowPtr BusyBand::row(Time time, std::chrono::nanoseconds duration, std::uint32_t ffts) {
  ++facts.sequence;
  facts.time = time;
  facts.duration = duration;
  facts.ffts = ffts;
  std::vector<float> level = noise_db_;
  for (Signal& signal : signals_) {
    step(signal);
    if (!signal.on) continue;
    const float middle = static_cast<float>(signal.first + signal.last) / 2,
                half = static_cast<float>(signal.last - signal.first) / 2;
    for (std::size_t i = signal.first; i < signal.last; ++i) {
      const float off = (static_cast<float>(i) + 0.5F - middle) / std::max(half, 1.F);
      level[i] = std::max(level[i], kFloorDb + signal.level_db + signal.fade - 12 * off * off);
    }
  }
  // The mean of n exponential powers has a relative deviation of 1/sqrt(n); their maximum is ln n + a Gumbel value.
  std::normal_distribution<float> normal(0, 1);
  std::uniform_real_distribution<float> uniform(1e-7F, 1);
  const float deviation = kPowerDb / std::sqrt(static_cast<float>(ffts));
  std::vector<Centibel> mean(bins_), max(bins_), min(bins_);
  for (std::size_t i = 0; i < bins_; ++i) {
    const float above = std::log(static_cast<float>(ffts)) - std::log(-std::log(uniform(random_)));
    const float here = level[i] + deviation * normal(random_);
    mean[i] = static_cast<Centibel>(std::lround(kCentibels * here));
    max[i] = static_cast<Centibel>(std::lround(kCentibels * (level[i] + 10 * std::log10(std::max(above, 1.F)))));
    min[i] = static_cast<Centibel>(std::lround(kCentibels * (level[i] - 10 * std::log10(static_cast<float>(ffts)))));
  }
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts;
  row->levels = {Pyramid(Pool::Mean, mean), Pyramid(Pool::Max, max), Pyramid(Pool::Min, min)};
  return row;
}

}  // namespace spectrumd
