// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "daemon/pipeline/hop_response.h"
#include "daemon/pipeline/row.h"
#include "daemon/pipeline/smoothing.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/pipeline/sweep_progress.h"

namespace spectrumd {

// Stitches the rows of hops into one row per sweep. The filter response of the radio is compensated, and overlapping
// hops are cross-faded, so that no step shows at a joint; the middle of each hop comes from the previous sweep, whose
// hops were shifted. One thread.
class Panorama {
 public:
  // The mean is smoothed over about `averaging` sweeps. Sweeps longer than a second are shown in `in_progress`, if
  // given, while they last, and the first one until the second begins; it must outlive this.
  explicit Panorama(const SweepPlan& plan, std::size_t averaging = 1, RowInProgress* in_progress = nullptr);

  bool accepts(const Row& hop) const;

  // Returns the sweep as row `sequence` once its last hop is there; from the second sweep on. A missed hop is filled in
  // from the sweep before and flagged (kRowGap). No row spans a step of the clock.
  RowPtr add(const Row& hop, std::uint64_t sequence);

 private:
  // Levels of one detector.
  struct Layer {
    std::vector<float> power;   // weighted
    std::vector<float> before;  // last sweep; empty before the first
  };

  // The bins of a hop that are used, and where the radio really stood.
  struct Place {
    std::size_t begin, end, middle;
    bool is_first, is_last;
  };

  std::size_t hop_of(const Row& row) const;
  Place place_of(const Row& row, std::size_t hop) const;
  float weight(std::size_t bin, const Place& hop) const;
  void learn(const Row& row, std::size_t hop);
  void fold(const Row& row, const Place& hop);
  void note_facts(const Row& row);
  void show(const Place& hop, std::uint64_t sequence);
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
  std::size_t last_hop_ = 0, folded_ = 0;  // in this sweep
  bool retuned_ = true;                    // no row returned yet
  std::optional<SweepProgress> progress_;  // of a long sweep
};

}  // namespace spectrumd
