// SPDX-License-Identifier: MIT
#include "daemon/pipeline/hopper.h"

#include <cmath>
#include <utility>

namespace spectrumd {

std::optional<TuningRequest> Hopper::note(const IqBlock& block, std::size_t samples) {
  if (!is_here(block.tuned)) {
    elsewhere_ += samples;
    // The request may get lost along with a device: repeat it once a second.
    if (static_cast<double>(elsewhere_) < block.tuned.rate.value) return std::nullopt;
    elsewhere_ = 0;
    return request();
  }
  heard_ += samples;
  if (heard_ < plan_.hop_samples) return std::nullopt;
  heard_ = elsewhere_ = 0;
  hop_ = (hop_ + 1) % plan_.hops;
  if (hop_ == 0) shifted_ = !shifted_;
  return request();
}

// Tuners do not reach every frequency exactly: the nearest one is accepted.
bool Hopper::is_here(const Tuned& tuned) const {
  const double off = tuned.center.value - plan_.center(hop_, shifted_).value;
  return tuned.generation == plan_.generation && std::abs(off) < plan_.spacing() / 4 * plan_.bin.value;
}

TuningRequest Hopper::request() const {
  TuningRequest next{.tuning = tuning_, .generation = plan_.generation};
  next.tuning.center = plan_.center(hop_, shifted_);
  return next;
}

}  // namespace spectrumd
