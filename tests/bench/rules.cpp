// SPDX-License-Identifier: MIT
// Watches a scripted day with the usual rules, as fast as it can, and prints for each what there was, what it found,
// and its false alarms; then the same for noise alone.
//   rules [SECONDS [BINS [SEED]]]
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "tests/daemon/watch/scripted_scene.h"

using namespace spectrumd;

namespace {

void print(const char* title, const SceneResult& result, double seconds, double took) {
  fmt::print("{}: {} rows of {:.0f} s in {:.0f} s; the rules take {:.0f} us a row\n", title, result.rows, seconds, took,
             result.row_microseconds);
  fmt::print("{:16} {:>9} {:>6} {:>7} {:>7} {:>6}\n", "rule", "scripted", "found", "missed", "alarms", "false");
  for (const auto& [rule, score] : result.scores)
    fmt::print("{:16} {:>9} {:>6} {:>7} {:>7} {:>6}\n", rule, score.scripted, score.found, score.scripted - score.found,
               score.alarms, score.false_alarms);
  for (const std::string& missed : result.missed) fmt::print("missed by {}\n", missed);
}

void watch(const char* title, const std::vector<SceneEntry>& scene, const SceneOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const SceneResult result = watch_scene(scene, options);
  print(title, result, options.seconds,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace

int main(int count, char** arguments) {
  SceneOptions options;
  if (count > 1) options.seconds = std::atof(arguments[1]);
  if (count > 2) options.bins = static_cast<std::size_t>(std::atoi(arguments[2]));
  if (count > 3) options.seed = static_cast<std::uint64_t>(std::atoll(arguments[3]));
  watch("scene", scripted_scene(options), options);
  watch("noise", {}, options);
}
