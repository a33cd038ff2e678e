// SPDX-License-Identifier: MIT
#include "gpufft/cuda/lines_task.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

constexpr std::array<std::size_t, 15> kRadices{20, 18, 16, 15, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2};

// Radices no larger than `most`; empty if there are none.
std::vector<std::size_t> fewest_radices(std::size_t length, std::size_t most) {
  std::vector<std::size_t> best;
  for (const std::size_t radix : kRadices) {
    if (radix > most || length % radix != 0) continue;
    std::vector<std::size_t> found{radix};
    if (length > radix) {
      const auto rest = fewest_radices(length / radix, radix);
      if (rest.empty()) continue;
      found.insert(found.end(), rest.begin(), rest.end());
    }
    const auto merit = [](const auto& radices) {
      return std::tuple(radices.size(), kRadices.front() - radices.back(), radices.front());
    };
    if (best.empty() || merit(found) < merit(best)) best = std::move(found);
  }
  return best;
}

constexpr std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

}  // namespace

std::size_t longest_line() {
  constexpr std::size_t kSlack = 128;  // points between lines; gaps need an eighth at most
  return (device_facts().shared_bytes / (2 * sizeof(Point)) - kSlack) / 9 * 8;
}

std::vector<std::size_t> line_radices(std::size_t length) { return fewest_radices(length, kRadices.front()); }

std::vector<Point> line_turns(std::size_t length) {
  std::vector<Point> turns;
  std::size_t joined = 1;
  for (const std::size_t radix : line_radices(length)) {
    for (std::size_t leg = 1; leg < radix && joined > 1; ++leg)
      for (std::size_t at = 0; at < joined; ++at) turns.push_back(turn(leg * at, joined * radix));
    joined *= radix;
  }
  return turns;
}

LinesTask lines_task(std::size_t length, std::size_t lines, std::size_t frames, const Point* turns,
                     std::size_t neighbours) {
  constexpr std::size_t kThreads = 256, kWarp = 32, kBanks = 16;
  const auto radices = line_radices(length);
  const std::size_t most_butterflies = length / *std::ranges::min_element(radices);
  const std::size_t fitting = std::min(neighbours, longest_line() / length);
  const std::size_t together = std::min(std::max(kThreads / most_butterflies, fitting), lines);
  LinesTask task{};
  task.length = static_cast<unsigned>(length);
  task.lines = static_cast<unsigned>(lines);
  task.frames = static_cast<unsigned>(frames);
  task.together = Divisor(std::max<std::size_t>(1, together));
  const std::size_t butterflies = task.together.value * most_butterflies;
  const std::size_t rounds = (butterflies + kMostLinesThreads - 1) / kMostLinesThreads;
  task.threads = static_cast<unsigned>(round_up((butterflies + rounds - 1) / rounds, kWarp));
  if (radices.front() % 2 == 0) task.gap = Divisor(radices.front());
  const std::size_t gaps = task.gap.value > 0 ? length / task.gap.value : 0;
  task.pitch = static_cast<unsigned>(round_up(length + gaps, kBanks) +  // lines begin in different banks
                                     kBanks / std::min<std::size_t>(task.together.value, kBanks));
  std::size_t joined = 1, turns_before = 0;
  for (const std::size_t radix : radices) {
    task.pass[task.passes++] = {static_cast<unsigned>(radix), Divisor(joined), Divisor(length / radix),
                                static_cast<unsigned>(turns_before)};
    if (joined > 1) turns_before += (radix - 1) * joined;
    joined *= radix;
  }
  task.turns = turns;
  return task;
}

}  // namespace gpufft::cuda
