// SPDX-License-Identifier: MIT
#include "gpufft/cuda/lines_task.h"

#include <algorithm>

#include "gpufft/cuda/device.h"

namespace gpufft::cuda {

std::size_t longest_line() { return device_facts().shared_bytes / (2 * sizeof(Point)); }

std::vector<std::size_t> line_radices(std::size_t length) {
  std::vector<std::size_t> radices;
  for (const std::size_t radix : {16, 8, 7, 5, 4, 3, 2}) {
    for (; length % radix == 0; length /= radix) radices.push_back(radix);
  }
  return radices;
}

LinesTask lines_task(std::size_t length, std::size_t lines, std::size_t frames, const Point* circle) {
  constexpr std::size_t kPointsTogether = 4096;
  LinesTask task{};
  task.length = static_cast<unsigned>(length);
  task.lines = static_cast<unsigned>(lines);
  task.frames = static_cast<unsigned>(frames);
  task.lines_together = static_cast<unsigned>(std::clamp<std::size_t>(
      kPointsTogether / length, 1, std::max<std::size_t>(1, std::min<std::size_t>(lines, 256))));
  const auto radices = line_radices(length);
  task.passes = static_cast<unsigned>(radices.size());
  std::ranges::copy(radices, task.radices);
  task.circle = circle;
  return task;
}

}  // namespace gpufft::cuda
