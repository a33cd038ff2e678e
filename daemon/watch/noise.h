// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace spectrumd {

// What is known of noise whose power is the mean, or the maximum, of some transforms: a mean of exponential
// distributions has a gamma distribution. Powers are ratios to the mean of the noise. Any thread.

// The mean of the lowest fifth of such means, as the 20 %-method of ITU-R SM.1753 uses it: below 1, more so for few.
double lowest_fifth(std::size_t ffts);

// What a bin of noise exceeds once in e^kNoiseLog, at most: its mean, and its maximum. 4096 bins at 20 rows a second
// are e^22.7 a day.
inline constexpr double kNoiseLog = 32;
double mean_margin_db(std::size_t ffts, double more_log = 0);  // `more_log`: of so many bins the strongest was kept
double max_margin_db(std::size_t ffts);

}  // namespace spectrumd
