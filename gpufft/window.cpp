// SPDX-License-Identifier: MIT
#include "gpufft/window.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>

namespace gpufft {
namespace {

using Shape = Window::Shape;

constexpr std::array<Shape, 10> kShapes{Shape::Hann,     Shape::BlackmanHarris, Shape::FlatTop,  Shape::Hamming,
                                        Shape::Blackman, Shape::Kaiser,         Shape::Bartlett, Shape::HannPoisson,
                                        Shape::Youssef,  Shape::Rectangle};
constexpr std::array<std::string_view, 10> kNames{"hann",   "blackman-harris", "flattop",      "hamming", "blackman",
                                                  "kaiser", "bartlett",        "hann-poisson", "youssef", "rectangle"};

// w(x) = a0 - a1 cos x + a2 cos 2x - ..., x running from 0 to 2 pi over the window.
using CosineSum = std::array<double, 5>;

CosineSum cosine_sum(Shape shape) {
  switch (shape) {
    case Shape::Hann:
    case Shape::HannPoisson:
      return {0.5, 0.5};
    case Shape::Hamming:
      return {0.54, 0.46};
    case Shape::Blackman:
      return {0.42, 0.5, 0.08};
    case Shape::BlackmanHarris:  // four terms, sidelobes at -92 dB
    case Shape::Youssef:
      return {0.35875, 0.48829, 0.14128, 0.01168};
    case Shape::FlatTop:  // five terms, the one of Matlab and SciPy: 0.01 dB of scalloping
      return {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368};
    case Shape::Rectangle:
    case Shape::Kaiser:
    case Shape::Bartlett:
      break;
  }
  return {1};
}

double cosine_sum_at(const CosineSum& terms, double x) {
  double value = terms[0], sign = -1;
  for (std::size_t k = 1; k < terms.size(); ++k, sign = -sign) {
    value += sign * terms[k] * std::cos(static_cast<double>(k) * x);
  }
  return value;
}

// Modified Bessel function of the first kind, order 0: its power series, whose terms are all positive.
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (double k = 1; term > 1e-17 * sum; ++k) {
    term *= (x / 2 / k) * (x / 2 / k);
    sum += term;
  }
  return sum;
}

// Of the windows that are a sum of cosines times exp(-decay) towards the ends; the values are rtl_power's.
double decay_of(Shape shape) {
  if (shape == Shape::HannPoisson) return 2;
  return shape == Shape::Youssef ? 0.0025 : 0;
}

// `along` runs from 0 to 1 over the window.
double point_at(const Window& window, double along) {
  const double off_center = std::abs(2 * along - 1);
  if (window.shape == Shape::Kaiser) return kaiser_at(window.beta, 2 * along - 1);
  if (window.shape == Shape::Bartlett) return 1 - off_center;
  return cosine_sum_at(cosine_sum(window.shape), 2 * std::numbers::pi * along) *
         std::exp(-decay_of(window.shape) * off_center);
}

std::optional<double> parse_beta(std::string_view text) {
  double beta = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), beta);
  const bool in_range = beta >= 0 && beta <= kLargestKaiserBeta;
  if (error != std::errc() || end != text.data() + text.size() || !in_range) return std::nullopt;
  return beta;
}

}  // namespace

std::optional<Window> parse_window(std::string_view text) {
  const auto colon = text.find(':');
  const auto* const named = std::ranges::find(kNames, text.substr(0, colon));
  if (named == kNames.end()) return std::nullopt;
  Window window;
  window.shape = kShapes[static_cast<std::size_t>(named - kNames.begin())];
  if (colon == std::string_view::npos) return window;
  const auto beta = parse_beta(text.substr(colon + 1));
  if (window.shape != Shape::Kaiser || !beta) return std::nullopt;
  window.beta = *beta;
  return window;
}

std::string to_string(const Window& window) {
  const auto* const shape = std::ranges::find(kShapes, window.shape);
  std::string text(kNames[static_cast<std::size_t>(shape - kShapes.begin())]);
  if (window.shape != Shape::Kaiser) return text;
  std::array<char, 32> digits;  // the shortest that reads back as the same number has at most 24
  const auto written = std::to_chars(digits.begin(), digits.end(), window.beta);
  return text + ':' + std::string(digits.begin(), written.ptr);
}

std::span<const std::string_view> window_names() { return kNames; }

double kaiser_at(double beta, double place) { return bessel_i0(beta * std::sqrt(1 - place * place)) / bessel_i0(beta); }

std::vector<double> window_points(const Window& window, std::size_t length) {
  std::vector<double> points(length, 1.0);
  if (length == 1) return points;  // the one point of a periodic window is its foot; nothing would be left of a sample
  for (std::size_t n = 0; n < length; ++n)
    points[n] = point_at(window, static_cast<double>(n) / static_cast<double>(length));
  return points;
}

WindowGain window_gain(std::span<const double> points) {
  const double sum = std::accumulate(points.begin(), points.end(), 0.0);
  const double squares = std::inner_product(points.begin(), points.end(), points.begin(), 0.0);
  const auto length = static_cast<double>(points.size());
  return {sum / length, length * squares / (sum * sum)};
}

}  // namespace gpufft
