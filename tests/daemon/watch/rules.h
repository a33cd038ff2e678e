// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <map>

#include "daemon/watch/sentry.h"
#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {

// Rows of noise with what a test puts into them, and the alarms that rules make of them.
class Rules : public testing::Test {
 protected:
  NoiseRows noise_{{.bins = 512}, 11};
  Sentry sentry_;
  std::map<std::uint64_t, Alarm> alarms_;  // by track, as they are now
  int begun_ = 0, ended_ = 0;

  double from(std::size_t bin) const { return noise_.hertz_of(bin) - 1000; }
  double to(std::size_t bin) const { return noise_.hertz_of(bin) + 1000; }

  Rule rule_of(RuleKind kind, std::optional<Span> range = {}) {
    Rule rule = usual_rule(kind);
    rule.id = 1;
    rule.range = range;
    return rule;
  }
  void set(const Rule& rule) {
    with([&](AlarmChanges& changes) { sentry_.set(rule, changes); });
  }

  void with(const std::function<void(AlarmChanges&)>& action) {
    AlarmChanges changes;
    action(changes);
    for (const AlarmChange& change : changes) {
      alarms_[change.alarm.track] = change.alarm;
      begun_ += change.kind == AlarmChange::Kind::Begin ? 1 : 0;
      ended_ += change.kind == AlarmChange::Kind::End ? 1 : 0;
    }
  }
  void look(const Row& row, std::span<const Centibel> usual = {}) {
    with([&](AlarmChanges& changes) { sentry_.look(row, usual, changes); });
  }
  // Rows for so long, with a carrier if `level` is given.
  void run(double seconds, std::size_t bin = 0, double level = -1000, std::uint16_t flags = 0) {
    const double end = noise_.seconds() + seconds - 0.01;
    while (noise_.seconds() < end) {
      if (level > -1000) noise_.put(bin, level);
      look(*noise_.next(flags));
    }
  }
  // A carrier of -50 dB with lines on either side.
  void run_am(double seconds, std::size_t bin, const std::vector<std::size_t>& apart, double sidebands = -62) {
    const double end = noise_.seconds() + seconds - 0.01;
    while (noise_.seconds() < end) {
      noise_.put(bin, -50);
      for (const std::size_t bins : apart)
        for (const std::size_t side : {bin - bins, bin + bins}) noise_.put(side, sidebands);
      look(*noise_.next());
    }
  }
  // Another sentry that recalls what this one has learnt, and looks at a row after a pause.
  void restart(NoiseRows& noise, const Rule& rule, double pause) {
    const auto memories = sentry_.memories(NoiseRows::begin() + std::chrono::seconds(std::llround(noise.seconds())));
    sentry_ = Sentry();
    set(rule);
    noise.skip(pause);
    const RowPtr row = noise.next();
    for (const RuleMemory& memory : memories) sentry_.recall(memory, row->time);
    look(*row);
  }
  Alarm only() const {
    EXPECT_EQ(alarms_.size(), 1);
    return alarms_.empty() ? Alarm{} : alarms_.begin()->second;
  }
  RuleState::State state() const { return sentry_.find(1)->state().state; }
  static double since_begin(Time time) { return std::chrono::duration<double>(time - NoiseRows::begin()).count(); }
};

}  // namespace spectrumd
