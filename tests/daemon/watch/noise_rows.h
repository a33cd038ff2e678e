// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "daemon/pipeline/row.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {

// Rows as a radio would make them: in each bin the mean and the maximum of so many transforms, each an exponentially
// distributed power. Marginal distributions are exact: a gamma distribution, and the maximum's inverse distribution
// function.
class NoiseRows {
 public:
  struct Shape {
    std::size_t bins = 512;
    std::size_t ffts = 29;
    double seconds = 0.05;
    double floor_db = -90;
    double center = 100e6, span = 2.4e6;
  };
  NoiseRows(const Shape& shape, std::uint64_t seed) : shape_(shape), generator_(seed), power_(shape.bins) {
    floor_db.assign(shape.bins, shape.floor_db);
  }

  // A carrier in a bin of the next row: mean power over the row in dB, present in `share` of its transforms.
  void put(std::size_t bin, double db, double share = 1) {
    power_.at(bin).mean += std::pow(10, db / 10) * share;
    power_.at(bin).max = std::max(power_.at(bin).max, std::pow(10, db / 10));
  }
  void put_hertz(double hertz, double db, double share = 1) { put(bin_of(hertz), db, share); }
  std::size_t bin_of(double hertz) const {
    const double bin = std::round((hertz - shape_.center) / (shape_.span / static_cast<double>(shape_.bins)));
    return static_cast<std::size_t>(bin + static_cast<double>(shape_.bins / 2));
  }
  double hertz_of(std::size_t bin) const {
    return shape_.center + (static_cast<double>(bin) - static_cast<double>(shape_.bins / 2)) * shape_.span /
                               static_cast<double>(shape_.bins);
  }

  std::shared_ptr<Row> next(std::uint16_t flags = 0) {
    std::gamma_distribution<float> mean(static_cast<float>(shape_.ffts), 1.0F / static_cast<float>(shape_.ffts));
    std::uniform_real_distribution<double> uniform(1e-12, 1);
    std::vector<Centibel> means(shape_.bins), maxima(shape_.bins);
    for (std::size_t bin = 0; bin < shape_.bins; ++bin) {
      const double floor = std::pow(10, floor_db[bin] / 10);
      const double share = std::pow(uniform(generator_), 1.0 / static_cast<double>(shape_.ffts));
      means[bin] = centibel(floor * mean(generator_) + power_[bin].mean);
      maxima[bin] = std::max(centibel(-floor * std::log1p(-share) + power_[bin].max), means[bin]);
    }
    std::ranges::fill(power_, Power{});
    auto row = make_row(++sequence_, means, 1.7e9 + seconds_, shape_.seconds);
    row->center = {shape_.center};
    row->span = {shape_.span};
    row->ffts = static_cast<std::uint32_t>(shape_.ffts);
    row->flags = flags;
    row->levels[1] = Pyramid(Pool::Max, maxima);
    seconds_ += shape_.seconds;
    return row;
  }

  void seed(std::uint64_t seed) { generator_.seed(seed); }
  void skip(double seconds) { seconds_ += seconds; }
  double seconds() const { return seconds_; }  // since the first row
  static Time begin() { return at_seconds(1.7e9); }

  std::vector<double> floor_db;  // of each bin

 private:
  struct Power {
    double mean = 0, max = 0;
  };
  static Centibel centibel(double power) { return static_cast<Centibel>(std::lround(1000 * std::log10(power))); }

  const Shape shape_;
  std::mt19937_64 generator_;
  std::vector<Power> power_;
  std::uint64_t sequence_ = 0;
  double seconds_ = 0;
};

}  // namespace spectrumd
