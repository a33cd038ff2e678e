// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/watch/latch.h"
#include "daemon/watch/rule_watch.h"

namespace spectrumd {

// A rule about its range as a whole: one alarm at a time.
class RangeWatch : public RuleWatch {
 public:
  RangeWatch(Rule rule, std::uint64_t& last_track);

  void look(const RowScan& scan, AlarmChanges& changes) override;
  void wait(Time now, double silent, AlarmChanges& changes) override;
  void interrupt(std::string_view reason, AlarmChanges& changes) override;
  bool resume(const Alarm& alarm) override;

 protected:
  // What a row shows of the range. `excess` is positive where the rule applies: dB, or percent.
  struct Finding {
    double excess = -1000;
    double hertz = 0, level = 0, floor = 0, width = 0;
  };
  // Nullopt where nothing is known yet: then state_ says why.
  virtual std::optional<Finding> find(const RowScan& scan) = 0;
  virtual void forget() {}  // what is not comparable with the rows to come

  bool alarmed() const { return latch_.active(); }
  virtual void turned(Latch::Turn turn, AlarmChanges& changes);
  void begin_alarm(Time time, AlarmChanges& changes);
  void update_alarm(AlarmChanges& changes);
  void end_alarm(std::string_view reason, AlarmChanges& changes);

  Latch latch_;
  std::optional<Alarm> alarm_;
  Finding strongest_;  // since the candidate began

 private:
  void note(const Finding& finding);

  std::uint64_t& last_track_;
};

// The strongest level of a range, against a level: Above, Below, Mask.
class LevelWatch : public RangeWatch {
 public:
  using RangeWatch::RangeWatch;

 protected:
  std::optional<Finding> find(const RowScan& scan) override;

 private:
  double limit_at(double hertz) const;  // of the mask; infinite outside of it
};

// Vanish: the latch is that of the presence, and its end begins the alarm. What was there is missed as well if it went
// while nothing was received, or while the program did not run.
class VanishWatch : public LevelWatch {
 public:
  using LevelWatch::LevelWatch;
  void look(const RowScan& scan, AlarmChanges& changes) override;
  bool resume(const Alarm& alarm) override;
  std::vector<float> memory() const override;
  void recall(std::span<const float> learnt, double age) override;

 protected:
  void turned(Latch::Turn turn, AlarmChanges& changes) override;
  void forget() override { present_.reset(); }

 private:
  std::optional<Time> present_;         // when it was last there, unless it has vanished
  std::optional<double> recalled_age_;  // seconds from then to the first row
};

// The radio itself.
class HealthWatch : public RangeWatch {
 public:
  using RangeWatch::RangeWatch;
  void look(const RowScan& scan, AlarmChanges& changes) override;
  void wait(Time now, double silent, AlarmChanges& changes) override;
  void interrupt(std::string_view, AlarmChanges&) override {}  // a retuned radio is the same radio

 protected:
  std::optional<Finding> find(const RowScan& scan) override;
};

}  // namespace spectrumd
