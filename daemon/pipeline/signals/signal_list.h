// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/pipeline/signals/track.h"
#include "gpufft/window.h"

namespace spectrumd {

// The signals of a band, look after look: what is new, what stays, what is gone. One thread.
class SignalList {
 public:
  // Rows of one tuning, merged and each.
  void add(const Row& merged, std::span<const RowPtr> rows, const gpufft::Window& window);

  std::vector<Signal> signals() const;  // strongest first, in an order that small changes do not move
  Decibels floor() const { return floor_; }

 private:
  void follow_grid(const RowFacts& facts, std::size_t bins);
  void average(std::span<const Centibel> levels, double seconds);
  Track* track_for(const Look& look, const Region& region);
  void assign(const Look& look, const std::vector<Region>& regions);
  void forget(const Look& look);

  std::vector<Track> tracks_;
  std::uint64_t last_id_ = 0;
  std::optional<RowFacts> grid_;
  std::vector<float> average_;  // powers
  Decibels floor_;
};

}  // namespace spectrumd
