// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "daemon/pipeline/hop_response.h"
#include "daemon/pipeline/row.h"
#include "daemon/pipeline/smoothing.h"
#include "daemon/pipeline/sweep_plan.h"

namespace spectrumd {

// Stitches the rows of hops into one row per sweep. The shape of the radio's filters is taken off, and where hops
// overlap they fade into each other, so that no step is seen at a joint; what lies in the middle of a hop comes from
// the sweep before, whose hops stood elsewhere.
class Panorama {
 public:
  // The mean is smoothed over about `averaging` sweeps.
  explicit Panorama(const SweepPlan& plan, std::size_t averaging = 1);

  bool accepts(const Row& hop) const;

  // The sweep as a row numbered `sequence`, once its last hop is there; from the second sweep on. One that has missed a
  // hop takes the sweep before for it, and says so (kRowGap). None spans a step of the clock.
  RowPtr add(const Row& hop, std::uint64_t sequence);

 private:
  // Of one detector.
  struct Layer {
    std::vector<float> power;   // weighted
    std::vector<float> before;  // of the last sweep; empty before the first
  };

  std::size_t hop_of(const Row& row) const;
  float weight(std::size_t bin, std::size_t hop, std::size_t middle) const;
  void learn(const Row& row, std::size_t hop);
  void fold(const Row& row, std::size_t hop);
  void note_facts(const Row& row);
  RowPtr finish(std::uint64_t sequence);
  RowPtr make_row(std::uint64_t sequence, bool complete);
  std::vector<float> powers_of(const Layer& layer) const;
  void begin();

  const SweepPlan plan_;
  std::array<Layer, kDetectors.size()> layers_;
  std::vector<float> weights_;
  HopResponse response_;
  Smoothing smoothing_;
  RowFacts facts_;
  std::size_t last_hop_ = 0, folded_ = 0;  // of this sweep
  bool retuned_ = true;                    // nothing has been given yet
};

}  // namespace spectrumd
