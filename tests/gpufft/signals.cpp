// SPDX-License-Identifier: MIT
#include "tests/gpufft/signals.h"

#include <cmath>
#include <random>

FloatPoints random_points(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> level(-1, 1);
  FloatPoints points(count);
  for (auto& point : points) {
    const float re = level(generator), im = level(generator);
    point = {re, im};
  }
  return points;
}

oracle::Points in_double(std::span<const std::complex<float>> points) { return {points.begin(), points.end()}; }

double relative_error(std::span<const std::complex<double>> value, std::span<const std::complex<double>> truth) {
  double error = 0, energy = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    error += std::norm(value[i] - truth[i]);
    energy += std::norm(truth[i]);
  }
  return std::sqrt(error / energy);
}

// The inverse is the conjugate of the transform of the conjugate.
oracle::Points truth(const FloatPoints& x, std::size_t length, gpufft::Direction direction, const Oracle& dft) {
  const auto turn = [inverse = direction == gpufft::Direction::Inverse](oracle::Points points) {
    if (inverse)
      for (auto& point : points) point = std::conj(point);
    return points;
  };
  oracle::Points all;
  for (std::size_t start = 0; start < x.size(); start += length) {
    const auto bins = turn(dft(turn(in_double(std::span(x).subspan(start, length)))));
    all.insert(all.end(), bins.begin(), bins.end());
  }
  return all;
}
