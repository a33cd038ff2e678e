// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "daemon/watch/sentry.h"
#include "tests/daemon/watch/noise_rows.h"

namespace spectrumd {

// A scripted day: noise, and in it short transmissions, a drifting and a fading carrier, a beacon that stops, a jammer
// over a part of the band, a rise of the floor. What there is, is known; what rules make of it, is compared.
struct SceneEntry {
  enum class Kind : std::uint8_t { Burst, Drift, Fade, Beacon, Jammer, Rise } kind = Kind::Burst;
  double begin = 0, seconds = 0;
  std::size_t bin = 0, bins = 1;
  double db = 0;     // over the floor
  double drift = 0;  // bins a second
};

struct SceneScore {
  int scripted = 0, found = 0;  // of what the rule is to find
  int alarms = 0, false_alarms = 0;
};

struct SceneResult {
  std::map<std::string, SceneScore> scores;  // by name of the rule
  std::vector<std::string> missed;
  std::size_t rows = 0;
  double row_microseconds = 0;  // of the rules, each row
};

struct SceneOptions {
  double seconds = 86400;
  std::size_t bins = 512;
  int bursts = 200;
  std::uint64_t seed = 1;
};

std::vector<SceneEntry> scripted_scene(const SceneOptions& options);
SceneResult watch_scene(const std::vector<SceneEntry>& scene, const SceneOptions& options);

}  // namespace spectrumd
