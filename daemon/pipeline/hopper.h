// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "daemon/pipeline/sweep_plan.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Steps a radio from hop to hop: inspects the blocks as they arrive and requests the next hop once the current one has
// enough samples. One thread.
class Hopper {
 public:
  Hopper(const SweepPlan& plan, const Tuning& tuning) : plan_(plan), tuning_(tuning) {}

  std::optional<TuningRequest> note(const IqBlock& block, std::size_t samples);
  std::size_t hop() const { return hop_; }  // being received, from 0

 private:
  bool is_here(const Tuned& tuned) const;
  TuningRequest request() const;

  SweepPlan plan_;
  Tuning tuning_;
  std::size_t hop_ = 0;
  bool shifted_ = false;
  std::size_t heard_ = 0;      // samples of this hop
  std::size_t elsewhere_ = 0;  // samples since the request for it
};

}  // namespace spectrumd
