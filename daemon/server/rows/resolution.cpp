// SPDX-License-Identifier: MIT
#include "daemon/server/rows/resolution.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

namespace spectrumd {

namespace {

constexpr std::size_t kEnough = 4096;  // a longer window has the same shape

struct Known {
  gpufft::Window window;
  std::size_t points = 0;
  double enbw = 0;
};

std::mutex mutex;
std::optional<Known> last_known;  // guarded by mutex

double enbw_bins(const gpufft::Window& window, std::size_t points) {
  const std::scoped_lock lock(mutex);
  if (!last_known || last_known->points != points || !(last_known->window == window)) {
    const auto enbw = gpufft::window_gain(gpufft::window_points(window, points)).enbw_bins;
    last_known = Known{.window = window, .points = points, .enbw = enbw};
  }
  return last_known->enbw;
}

}  // namespace

Hertz resolution_bandwidth(Hertz bin_width, const gpufft::Window& window, std::size_t points) {
  const double hertz = bin_width.value * enbw_bins(window, std::min(points, kEnough));
  return {std::round(hertz * 1e6) / 1e6};  // what is beyond comes from rounding
}

}  // namespace spectrumd
