// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "daemon/pipeline/signals/look.h"
#include "daemon/pipeline/signals/recent.h"
#include "daemon/pipeline/signals/shape.h"
#include "daemon/pipeline/signals/signal.h"

namespace spectrumd {

// What is known of one signal over time. One thread.
class Track {
 public:
  Track(std::uint64_t id, Time since);

  // Once for each look: with the region that is this signal's, or without one. `masked` is a look in which a stronger
  // signal covers this one, so that it cannot be seen whether it is on.
  void see(const Look& look, const Region& region);
  void miss(const Look& look, bool masked);

  void change_grid();  // the next look has other bins, or another gain

  bool confirmed() const { return confirmed_; }  // seen often enough to be listed
  bool gone(const Look& look) const;             // for longer than its pauses have been
  const Signal& signal() const { return signal_; }
  double rank() const { return rank_; }  // power that small changes do not move: for an order that holds still

  // The band in which this signal has been seen.
  double from() const;
  double to() const;

 private:
  void note_extent(const Look& look, const Region& region);
  void note_rows(const Look& look);
  void measure(const Look& look, const Region& region);
  void place(const Look& look, const Shape& shape, const Peak& peak);
  void note_power(const Look& look);
  SignalTraits traits(const Look& look) const;
  void note_class(SignalClass hint);
  double duty() const;
  double unsteadiness() const;

  Signal signal_;
  std::size_t seen_ = 0;
  bool confirmed_ = false;
  double longest_pause_ = 0;   // seconds
  Time unmasked_;              // when it was last seen not to be covered
  Recent froms_, tos_;         // edges, Hz
  Recent row_powers_, lines_;  // dB
  Shape shape_;
  SignalClass proposed_ = SignalClass::Unknown;
  std::size_t proposals_ = 0;
  double rank_ = -1000;
};

}  // namespace spectrumd
