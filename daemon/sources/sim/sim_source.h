// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

#include "daemon/sources/iq_source.h"
#include "daemon/sources/pacer.h"
#include "daemon/sources/sim/radio.h"
#include "daemon/sources/sim/scene.h"

namespace spectrumd {

// A simulated radio receiving a scene, in real time or as fast as its samples are taken. In real time it is live: when
// more than a second behind, it skips samples, and the numbering shows how many.
class SimSource : public IqSource {
 public:
  explicit SimSource(const Settings& settings);  // throws SourceError, TuningRefused

  const SourceFacts& facts() const override { return facts_; }
  void check(const Tuning& tuning) const override;
  void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) override;

  const sim::Scene& scene() const { return scene_; }

 private:
  // By both clocks: samples in real time follow the steady one, others only count.
  struct Start {
    Time time = std::chrono::system_clock::now();
    std::chrono::steady_clock::time_point heard = std::chrono::steady_clock::now();
  };

  void tune(const TuningRequest& request);
  void catch_up(Pacer& pacer);
  void give_block(const Start& start, IqSink& sink);
  std::size_t block_samples() const;

  const sim::Scene scene_;
  const bool paced_;
  SourceFacts facts_;
  sim::Radio radio_;
  Tuned tuned_;
  std::vector<std::byte> block_;
};

}  // namespace spectrumd
