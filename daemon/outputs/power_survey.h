// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpufft/spectrum.h"
#include "gpufft/window.h"

namespace spectrumd {

// The ranges of -f and -c of rtl_power, cut into hops exactly as rtl_power does, to the last integer: readers of its
// files rely on that. Where rtl_power decimates, this uses a longer transform and takes its middle: the same bins,
// without aliases.
struct SurveyPlan {
  std::int64_t rate = 0;           // samples a second
  std::size_t fft = 1;             // bins of a hop, before the crop; 1: one level for the whole hop
  std::size_t downsample = 1;      // factor by which the transform is longer
  double crop = 0;                 // fraction of the bins
  std::vector<std::int64_t> hops;  // centers, Hz

  std::size_t transform() const { return fft > 1 ? fft * downsample : kLevelTransform; }
  std::size_t samples() const;  // per visit of a hop
  double step() const { return static_cast<double>(rate) / static_cast<double>(fft * downsample); }

  static constexpr std::size_t kLevelTransform = 64;
};

// Parses "88M:108M:125k" and a crop fraction; decimation is a power of two if rtl_power does that (-F). Throws
// std::invalid_argument with the wording of rtl_power.
SurveyPlan plan_survey(std::string_view range, double crop, bool by_powers_of_two = false);

// One hop as a line of the file format of rtl_power, without date and time. With `compat` the last level is repeated,
// as rtl_power does. Levels are never infinite, and NaN only without data.
class SurveyFormat {
 public:
  SurveyFormat(const SurveyPlan& plan, const gpufft::Window& window, bool peak_hold, bool compat);

  std::string line(std::size_t hop, const gpufft::PowerRow& power) const;
  // The same from given bins: powers relative to full scale, `plan.fft` of them, lowest first.
  std::string line(std::size_t hop, std::span<const double> powers, std::size_t samples) const;
  // As many columns of "nan", which readers of these files skip: the radio does not reach the hop.
  std::string line_without_data(std::size_t hop) const;

 private:
  std::string head(std::size_t hop, std::size_t samples) const;
  std::size_t cropped() const { return static_cast<std::size_t>(static_cast<double>(plan_.fft) * plan_.crop * 0.5); }
  std::vector<double> powers(const gpufft::PowerRow& power) const;

  const SurveyPlan plan_;
  const bool peak_hold_, compat_;
  double scale_;  // in units of rtl_power, for a tone at full scale
};

}  // namespace spectrumd
