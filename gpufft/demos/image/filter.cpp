// SPDX-License-Identifier: MIT
#include "gpufft/demos/image/filter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gpufft::program {
namespace {

using Points = std::vector<std::complex<float>>;

constexpr std::array<std::pair<std::string_view, ImageFilter::Kind>, 4> kFilters{
    {{"none", ImageFilter::Kind::None},
     {"low-pass", ImageFilter::Kind::LowPass},
     {"high-pass", ImageFilter::Kind::HighPass},
     {"gaussian", ImageFilter::Kind::Gaussian}}};
constexpr double kSpectrumRange = 100;  // decibels
constexpr float kMiddleGrey = 127.5F;

struct Grid {
  std::size_t rows, columns;
  std::size_t points() const { return rows * columns; }
};

std::unique_ptr<Fft> plan(const Backend& backend, const Grid& grid, std::size_t batch, Direction direction) {
  return backend.plan_fft({.length = grid.columns, .batch = batch, .direction = direction, .rows = grid.rows});
}

// Forward and inverse plans, on the smallest grid that the backend supports.
struct Plans {
  Grid grid;
  std::unique_ptr<Fft> forward, inverse;
};

Plans plans_for(const Picture& picture, const Backend& backend, bool padded) {
  constexpr std::size_t kLeast = 16;  // for the QPUs, which do not have columns of 128 points either
  const Grid powers{std::bit_ceil(std::max(picture.height, kLeast)), std::bit_ceil(std::max(picture.width, kLeast))};
  std::vector<Grid> grids{powers, {2 * powers.rows, powers.columns}};
  if (!padded) grids.insert(grids.begin(), {picture.height, picture.width});
  std::string reason;
  for (const Grid& grid : grids) {
    try {
      return {grid, plan(backend, grid, picture.channels, Direction::Forward),
              plan(backend, grid, picture.channels, Direction::Inverse)};
    } catch (const PlanError& error) {
      if (reason.empty() || &grid == &grids[grids.size() - 2]) reason = error.what();
    }
  }
  throw PlanError(reason);
}

std::size_t mirrored(std::size_t index, std::size_t size) {
  const std::size_t place = index % (2 * size);
  return place < size ? place : 2 * size - 1 - place;
}

Points points_of(const Picture& picture, const Grid& grid) {
  Points points;
  points.reserve(grid.points() * picture.channels);
  for (std::size_t channel = 0; channel < picture.channels; ++channel)
    for (std::size_t y = 0; y < grid.rows; ++y)
      for (std::size_t x = 0; x < grid.columns; ++x)
        points.emplace_back(
            picture.bytes[picture.place(mirrored(x, picture.width), mirrored(y, picture.height), channel)]);
  return points;
}

double frequency(std::size_t index, std::size_t size) {
  const auto cycles = static_cast<double>(index), all = static_cast<double>(size);
  return (2 * index <= size ? cycles : cycles - all) / all;
}

void apply(const ImageFilter& filter, const Grid& grid, Points& bins) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const std::size_t place = i % grid.points();
    const double across = frequency(place % grid.columns, grid.columns),
                 down = frequency(place / grid.columns, grid.rows);
    bins[i] *= static_cast<float>(filter.response(std::hypot(across, down)));
  }
}

// Power of all channels, in decibels below the strongest.
Picture spectrum_of(const Grid& grid, const Points& bins) {
  std::vector<double> power(grid.points());
  for (std::size_t i = 0; i < bins.size(); ++i) power[i % grid.points()] += std::norm(std::complex<double>(bins[i]));
  const double strongest = std::max(*std::ranges::max_element(power), 1e-30);
  Picture picture{grid.columns, grid.rows, 1, std::vector<std::uint8_t>(grid.points())};
  for (std::size_t y = 0; y < grid.rows; ++y)
    for (std::size_t x = 0; x < grid.columns; ++x) {
      const std::size_t row = (y + (grid.rows + 1) / 2) % grid.rows,
                        column = (x + (grid.columns + 1) / 2) % grid.columns;
      const double decibels = 10 * std::log10(power[row * grid.columns + column] / strongest + 1e-30);
      picture.bytes[picture.place(x, y, 0)] =
          static_cast<std::uint8_t>(std::lround(255 * std::max(0.0, 1 + decibels / kSpectrumRange)));
    }
  return picture;
}

Picture picture_of(const Points& points, const Grid& grid, const Picture& original, float middle) {
  Picture picture = original;
  const float scale = 1 / static_cast<float>(grid.points());
  for (std::size_t channel = 0; channel < picture.channels; ++channel)
    for (std::size_t y = 0; y < picture.height; ++y)
      for (std::size_t x = 0; x < picture.width; ++x) {
        const float level = points[channel * grid.points() + y * grid.columns + x].real() * scale + middle;
        picture.bytes[picture.place(x, y, channel)] =
            static_cast<std::uint8_t>(std::lround(std::clamp(level, 0.0F, 255.0F)));
      }
  return picture;
}

double timed(Fft& fft, const Points& in, Points& out) {
  const auto start = std::chrono::steady_clock::now();
  fft.transform(in, out);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double ImageFilter::response(double frequency) const {
  switch (kind) {
    case Kind::LowPass:
      return frequency <= cutoff ? 1 : 0;
    case Kind::HighPass:
      return frequency <= cutoff ? 0 : 1;
    case Kind::Gaussian:
      return std::exp(-0.5 * frequency * frequency / (cutoff * cutoff));
    case Kind::None:
      break;
  }
  return 1;
}

ImageFilter::Kind filter_named(std::string_view name) {
  std::string names;
  for (const auto& [each, kind] : kFilters) {
    if (each == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(each);
  }
  throw PlanError('"' + std::string(name) + "\" is not a filter; expected one of: " + names);
}

std::string_view name_of(ImageFilter::Kind kind) {
  return std::ranges::find(kFilters, kind, [](const auto& each) { return each.second; })->first;
}

FilteredImage filter_image(const Picture& picture, const ImageFilter& filter, const Backend& backend, bool padded) {
  const Plans plans = plans_for(picture, backend, padded);
  const Grid& grid = plans.grid;
  FilteredImage result;
  result.rows = grid.rows;
  result.columns = grid.columns;
  Points points = points_of(picture, grid), bins(points.size());
  result.forward_seconds = timed(*plans.forward, points, bins);
  result.spectrum = spectrum_of(grid, bins);
  apply(filter, grid, bins);
  result.inverse_seconds = timed(*plans.inverse, bins, points);
  result.picture = picture_of(points, grid, picture, filter.response(0) == 0 ? kMiddleGrey : 0.0F);
  return result;
}

double rms_difference(const Picture& one, const Picture& other) {
  double sum = 0;
  for (std::size_t i = 0; i < one.bytes.size(); ++i) {
    const double difference = static_cast<double>(one.bytes[i]) - other.bytes[i];
    sum += difference * difference;
  }
  return std::sqrt(sum / static_cast<double>(one.bytes.size()));
}

}  // namespace gpufft::program
