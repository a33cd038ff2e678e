// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "daemon/watch/hills.h"
#include "daemon/watch/latch.h"
#include "daemon/watch/rule_watch.h"

namespace spectrumd {

// Follows every signal of a range that is neither ignored nor known.
class AppearWatch : public RuleWatch {
 public:
  AppearWatch(Rule rule, std::uint64_t& last_track);

  void look(const RowScan& scan, AlarmChanges& changes) override;
  void interrupt(std::string_view reason, AlarmChanges& changes) override;
  bool resume(const Alarm& alarm) override;

 private:
  struct Track {
    Alarm alarm;
    Latch latch;
    double from = 0, to = 0;
    bool measured = false;
  };

  void find_signals(const RowScan& scan);
  void follow(Track& track, const RowScan& scan, AlarmChanges& changes);
  static bool reaches(const Track& track, const Hill& hill, double bin_hz);
  bool is_another(const Hill& side, const Hill& middle, double bin_hz) const;
  std::optional<Hill> seen_of(const Track& track, const RowScan& scan);
  void place(Track& track, const Hill& seen, double seconds) const;
  void end(Track& track, std::string_view reason, AlarmChanges& changes);
  void begin(const Hill& hill, const RowScan& scan, AlarmChanges& changes);
  void turn(Track& track, Latch::Turn turn, AlarmChanges& changes);
  void learn(Track& track);
  bool is_expected(double hertz) const;

  std::uint64_t& last_track_;
  std::vector<Hill> hills_;
  std::vector<Track> tracks_;
};

}  // namespace spectrumd
