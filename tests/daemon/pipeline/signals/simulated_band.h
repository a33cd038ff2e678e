// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "daemon/pipeline/row_maker.h"
#include "daemon/pipeline/row_merger.h"
#include "daemon/pipeline/signals/signal_list.h"
#include "daemon/sources/sim/radio.h"
#include "gpufft/backend.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {

// Rows of a scene: 20 a second of 4096 bins, through the real transform, as fast as they can be made.
class SimulatedBand {
 public:
  explicit SimulatedBand(const sim::Scene& scene) : radio_(scene, 1) {
    radio_.tune(kCenter, kRate, sim::kReferenceGain, 0);
    spectrum_ = gpufft::choose_backend("cpu").backend->plan_spectrum(
        {.format = gpufft::SampleFormat::Cu8, .bins = kBins, .hop = kBins, .window = {}});
  }

  RowPtr next() {
    std::vector<std::byte> samples(2 * kFrames * kBins);
    radio_.receive(samples);
    gpufft::PowerRow power;
    power.clear(kBins);
    spectrum_->accumulate(samples, kFrames, power);
    ++sequence_;
    return maker_.make(
        power,
        {.sequence = sequence_,
         .time = at_seconds(1e9 + static_cast<double>(sequence_) * kSeconds),
         .duration = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(kSeconds)),
         .center = kCenter,
         .span = kRate,
         .generation = 1,
         .ffts = kFrames});
  }

  // Half a second of them, added to a list.
  void look(SignalList& list) {
    std::vector<RowPtr> rows;
    RowMerger merger;
    for (int i = 0; i < 10; ++i) {
      rows.push_back(next());
      merger.add(*rows.back());
    }
    list.add(*merger.take(), rows, {});
  }

 private:
  static constexpr std::size_t kBins = 4096, kFrames = 29;
  static constexpr Hertz kCenter{100e6}, kRate{2.4e6};
  static constexpr double kSeconds = static_cast<double>(kBins * kFrames) / 2.4e6;

  sim::Radio radio_;
  std::unique_ptr<gpufft::Spectrum> spectrum_;
  RowMaker maker_{1, {0}};
  std::uint64_t sequence_ = 0;
};

}  // namespace spectrumd
