// SPDX-License-Identifier: MIT
#include "daemon/watch/noise.h"

#include <algorithm>
#include <cmath>

namespace spectrumd {
namespace {

constexpr double kFifth = 0.2;
// The lowest fifth of a normal distribution has this mean, in deviations, and what the skew of a gamma distribution
// adds.
constexpr double kNormal = -1.39980965, kSkewed = 0.3927;
constexpr std::size_t kMany = 200;

// The regularised lower incomplete gamma function P(a, x), by its series.
double gamma_share(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; term > sum * 1e-14; ++n) sum += term *= x / n;
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

// The x with P(a, x) = 1/5, by halving: it is below the mean.
double lowest_fifth_ends(double a) {
  double low = 0, high = a;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (gamma_share(a, middle) < kFifth ? low : high) = middle;
  }
  return high;
}

double db(double power) { return 10 * std::log10(power); }

}  // namespace

// The part of the mean that lies below x is P(a + 1, x).
double lowest_fifth(std::size_t ffts) {
  const auto count = static_cast<double>(std::max<std::size_t>(ffts, 1));
  if (ffts >= kMany) return 1 + kNormal / std::sqrt(count) + kSkewed / count;
  return gamma_share(count + 1, lowest_fifth_ends(count)) / kFifth;
}

// Bound of Laurent and Massart.
double mean_margin_db(std::size_t ffts, double more_log) {
  const double share = (kNoiseLog + more_log) / static_cast<double>(std::max<std::size_t>(ffts, 1));
  return db(1 + std::sqrt(2 * share) + share);
}

// Each of them exceeds x with e^-x.
double max_margin_db(std::size_t ffts) {
  return db(kNoiseLog + std::log(static_cast<double>(std::max<std::size_t>(ffts, 1))));
}

}  // namespace spectrumd
