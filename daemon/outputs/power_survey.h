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

// What rtl_power's -f and -c ask for, cut into hops as rtl_power does it, to the last integer: readers of its files
// count on it. What it decimates is here a longer transform of which the middle is taken: the same bins, without
// aliases.
struct SurveyPlan {
  std::int64_t rate = 0;           // samples a second
  std::size_t fft = 1;             // bins of a hop, before the crop; 1: one level for the whole hop
  std::size_t downsample = 1;      // how much longer the transform is
  double crop = 0;                 // fraction of the bins
  std::vector<std::int64_t> hops;  // centers, Hz

  std::size_t transform() const { return fft > 1 ? fft * downsample : kLevelTransform; }
  std::size_t samples() const;  // to hear of a hop at a time
  double step() const { return static_cast<double>(rate) / static_cast<double>(fft * downsample); }

  static constexpr std::size_t kLevelTransform = 64;
};

// "88M:108M:125k" and a fraction; how much is decimated is a power of two where rtl_power has that (-F). Throws
// std::invalid_argument with rtl_power's own words.
SurveyPlan plan_survey(std::string_view range, double crop, bool by_powers_of_two = false);

// One hop as a line of rtl_power's file, without date and time. With `compat` the last level is there twice, as
// rtl_power writes it. Never a NaN or an infinity.
class SurveyFormat {
 public:
  SurveyFormat(const SurveyPlan& plan, const gpufft::Window& window, bool peak_hold, bool compat);

  std::string line(std::size_t hop, const gpufft::PowerRow& power) const;
  // The same of bins made elsewhere: powers relative to full scale, `plan.fft` of them, lowest first.
  std::string line(std::size_t hop, std::span<const double> powers, std::size_t samples) const;

 private:
  std::vector<double> powers(const gpufft::PowerRow& power) const;

  const SurveyPlan plan_;
  const bool peak_hold_, compat_;
  double scale_;  // rtl_power's units, of a tone at full scale
};

}  // namespace spectrumd
