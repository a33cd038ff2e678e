// SPDX-License-Identifier: MIT
#include "tests/daemon/watch/scripted_scene.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace spectrumd {
namespace {

constexpr std::size_t kBeaconBin = 40, kFadeBin = 470, kDriftBin = 430;
constexpr std::size_t kBurstBins = 300, kFirstBurstBin = 80;  // where bursts may be
constexpr double kFloor = -90;
using Entry = SceneEntry;

double since_begin(Time time) { return std::chrono::duration<double>(time - NoiseRows::begin()).count(); }

// Bursts of 0.6 s to 20 s, 12 dB to 40 dB over the floor, spread evenly so that each is apart from the next.
void add_bursts(std::vector<Entry>& scene, const SceneOptions& options, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  const double slot = options.seconds / options.bursts;
  for (int i = 0; i < options.bursts; ++i)
    scene.push_back({.kind = Entry::Kind::Burst,
                     .begin = slot * (i + 0.1 + 0.2 * uniform(random)),
                     .seconds = std::min(0.6 * std::pow(20 / 0.6, uniform(random)), slot / 3),
                     .bin = kFirstBurstBin + random() % kBurstBins,
                     .bins = 1 + random() % 4,
                     .db = 12 + 28 * uniform(random)});
}

void put(const Entry& entry, double now, NoiseRows& noise) {
  const double age = now - entry.begin;
  if (entry.kind == Entry::Kind::Rise || age < 0 || age >= entry.seconds) return;
  double db = kFloor + entry.db;
  if (entry.kind == Entry::Kind::Fade) db += 6 * std::sin(age / 7);  // 12 dB peak to peak
  const auto first = static_cast<std::size_t>(static_cast<double>(entry.bin) + entry.drift * age);
  for (std::size_t bin = first; bin < first + entry.bins; ++bin) noise.put(bin, db);
}

Rule rule_named(const char* name, RuleKind kind, std::int64_t id) {
  Rule rule = usual_rule(kind);
  rule.name = name;
  rule.id = id;
  return rule;
}

std::vector<Rule> rules_for(const NoiseRows& noise) {
  const auto around = [&](std::size_t bin) { return Span{{noise.hertz_of(bin - 3)}, {noise.hertz_of(bin + 3)}}; };
  std::vector<Rule> rules{
      rule_named("appear", RuleKind::Appear, 1),        rule_named("appear, bursts", RuleKind::Appear, 2),
      rule_named("above", RuleKind::Above, 3),          rule_named("vanish", RuleKind::Vanish, 4),
      rule_named("floor_rise", RuleKind::FloorRise, 5), rule_named("mask", RuleKind::Mask, 6)};
  for (Rule& rule : rules) {
    rule.ignored = {around(kBeaconBin)};
  }
  rules[1].bursts = true;
  rules[1].level = 16;  // the maximum of 29 transforms of noise is some 6 dB over its mean
  rules[2].range = around(kFadeBin);
  rules[3].range = around(kBeaconBin);
  rules[3].ignored.clear();
  rules[5].limits = {{{noise.hertz_of(kFirstBurstBin)}, {kFloor + 25}},
                     {{noise.hertz_of(kFirstBurstBin + kBurstBins)}, {kFloor + 25}}};
  return rules;
}

// Over the floor of then, in dB: that rises, too.
double level_over_floor(const Entry& entry, const std::vector<Entry>& scene) {
  double db = entry.db;
  for (const Entry& rise : scene)
    if (rise.kind == Entry::Kind::Rise && entry.begin < rise.begin + rise.seconds &&
        entry.begin + entry.seconds > rise.begin)
      db -= rise.db;
  return db;
}

// Whether a rule is to find it, so many dB over the floor.
bool concerns(const Rule& rule, const Entry& entry, double over_floor) {
  const bool carrier = entry.kind == Entry::Kind::Burst || entry.kind == Entry::Kind::Drift ||
                       entry.kind == Entry::Kind::Fade || entry.kind == Entry::Kind::Jammer;
  switch (rule.kind) {
    case RuleKind::Appear:
      return carrier && over_floor >= rule.level + 2;
    case RuleKind::Above:
      return entry.kind == Entry::Kind::Fade;
    case RuleKind::Vanish:
      return entry.kind == Entry::Kind::Beacon;
    case RuleKind::FloorRise:
      return entry.kind == Entry::Kind::Rise;
    case RuleKind::Mask:  // whose line is 25 dB over the floor, and ends where the bursts do
      return entry.kind == Entry::Kind::Burst && entry.db >= 26;
    default:
      return false;
  }
}

// The beacon is there but for its entry.
bool explains(const Entry& entry, const Alarm& alarm, const NoiseRows& noise) {
  const double begin = since_begin(alarm.begin), end = since_begin(alarm.end.value_or(alarm.last_on));
  if (begin > entry.begin + entry.seconds + 1 || end < entry.begin - 0.2) return false;
  if (alarm.kind == RuleKind::FloorRise) return entry.kind == Entry::Kind::Rise;
  if (alarm.kind == RuleKind::Vanish) return entry.kind == Entry::Kind::Beacon;
  if (entry.kind == Entry::Kind::Rise || entry.kind == Entry::Kind::Beacon) return false;
  const auto bin = static_cast<double>(noise.bin_of(alarm.frequency));
  const double first = static_cast<double>(entry.bin), moved = entry.drift * entry.seconds;
  return bin >= first - 3 && bin <= first + static_cast<double>(entry.bins) + moved + 3;
}

void score(const Rule& rule, const std::vector<Entry>& scene, const std::map<std::uint64_t, Alarm>& alarms,
           const NoiseRows& noise, SceneResult& result) {
  SceneScore& score = result.scores[rule.name];
  for (const Entry& entry : scene) {
    if (!concerns(rule, entry, level_over_floor(entry, scene))) continue;
    ++score.scripted;
    bool found = false;
    for (const auto& [track, alarm] : alarms) found |= alarm.rule == rule.id && explains(entry, alarm, noise);
    score.found += found ? 1 : 0;
    if (!found)
      result.missed.push_back(fmt::format("{}: {:.1f} s at {:.0f} s, bin {} + {}, {:.1f} dB", rule.name, entry.seconds,
                                          entry.begin, entry.bin, entry.bins, entry.db));
  }
  for (const auto& [track, alarm] : alarms) {
    if (alarm.rule != rule.id) continue;
    ++score.alarms;
    bool explained = false;
    for (const Entry& entry : scene) explained |= explains(entry, alarm, noise);
    score.false_alarms += explained ? 0 : 1;
  }
}

}  // namespace

std::vector<SceneEntry> scripted_scene(const SceneOptions& options) {
  std::mt19937_64 random(options.seed);
  std::vector<Entry> scene;
  add_bursts(scene, options, random);
  const double part = options.seconds / 10;
  for (int i = 0; i < 4; ++i) {
    scene.push_back({Entry::Kind::Drift, part * (2 * i + 1), part / 8, kDriftBin, 1, 20, 30 / (part / 8)});
    scene.push_back({Entry::Kind::Fade, part * (2 * i + 1.5), part / 5, kFadeBin, 1, 20});
    scene.push_back({Entry::Kind::Beacon, part * (2 * i + 1.2), part / 6});
  }
  scene.push_back({Entry::Kind::Jammer, options.seconds * 0.53, part / 10, 390, 30, 30});
  scene.push_back({Entry::Kind::Rise, options.seconds * 0.8, part / 2, 0, 0, 6});
  return scene;
}

SceneResult watch_scene(const std::vector<SceneEntry>& scene, const SceneOptions& options) {
  NoiseRows noise({.bins = options.bins, .floor_db = kFloor}, options.seed + 1);
  Sentry sentry;
  AlarmChanges changes;
  const auto rules = rules_for(noise);
  for (const Rule& rule : rules) sentry.set(rule, changes);
  std::map<std::uint64_t, Alarm> alarms;
  SceneResult result;
  std::chrono::steady_clock::duration spent{};
  bool risen = false;
  while (noise.seconds() < options.seconds) {
    const double now = noise.seconds();
    bool beacon = true, rise = false;
    for (const Entry& entry : scene) {
      const bool on = now >= entry.begin && now < entry.begin + entry.seconds;
      if (!on) continue;
      if (entry.kind == Entry::Kind::Beacon)
        beacon = false;
      else if (entry.kind == Entry::Kind::Rise)
        rise = true;
      else
        put(entry, now, noise);
    }
    if (rise != risen)
      for (double& floor : noise.floor_db) floor += rise ? 6 : -6;
    risen = rise;
    if (beacon) noise.put(kBeaconBin, kFloor + 25);
    const auto row = noise.next();
    changes.clear();
    const auto start = std::chrono::steady_clock::now();
    sentry.look(*row, {}, changes);
    spent += std::chrono::steady_clock::now() - start;
    for (const AlarmChange& change : changes) alarms[change.alarm.track] = change.alarm;
    ++result.rows;
  }
  result.row_microseconds = std::chrono::duration<double, std::micro>(spent).count() /
                            static_cast<double>(std::max<std::size_t>(result.rows, 1));
  for (const Rule& rule : rules) score(rule, scene, alarms, noise, result);
  return result;
}

}  // namespace spectrumd
