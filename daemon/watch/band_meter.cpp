// SPDX-License-Identifier: MIT
#include "daemon/watch/band_meter.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kMostWaiting = 1500;  // for a disk that does not write: minutes of a day

// What it does not take waits for the next time.
template <class Measured>
void add_all(std::deque<Measured>& waiting, Book& book) {
  while (waiting.size() > kMostWaiting) waiting.pop_front();
  for (; !waiting.empty(); waiting.pop_front()) book.add(waiting.front());
}

std::int64_t minute_of(Time time) { return time.time_since_epoch() / std::chrono::minutes(1); }

}  // namespace

bool BandMeter::add(const RowScan& scan) {
  const Band band{scan.row.center, scan.row.span, gain_()};
  {
    const std::scoped_lock lock(mutex_);
    band_ = band;
    if (auto period = occupancy_.add(scan)) periods_.push_back(std::move(*period));
  }
  add_to_minute(scan);
  auto hour = baseline_.add(scan.row);
  if (hour) hour_ = EndedHour{std::move(*hour), gain_of_tuning_};
  if (generation_ != scan.row.generation) {
    generation_ = scan.row.generation;
    gain_of_tuning_ = band.gain;
  }
  return hour.has_value();
}

void BandMeter::add_to_minute(const RowScan& scan) {
  const Row& row = scan.row;
  const double floor = scan.band_floor;
  const bool other = row.center != minute_.center || row.span != minute_.span;
  if (minute_seconds_ > 0 && (other || minute_of(row.time) != minute_of(minute_.time))) end_minute();
  if (minute_seconds_ == 0)
    minute_ = {
        .time = row.time, .center = row.center, .span = row.span, .lowest = floor, .highest = floor, .coverage = 0};
  minute_.floor += floor * scan.seconds;
  minute_.lowest = std::min(minute_.lowest, floor);
  minute_.highest = std::max(minute_.highest, floor);
  minute_.clipped += row.clipped * scan.seconds;
  minute_.coverage += row.coverage * scan.seconds;
  minute_seconds_ += scan.seconds;
}

void BandMeter::end_minute() {
  minute_.floor /= minute_seconds_;
  minute_.clipped /= minute_seconds_;
  minute_.coverage /= minute_seconds_;
  minute_.gain = gain_of_tuning_;
  minute_seconds_ = 0;
  minutes_.push_back(minute_);
  const std::scoped_lock lock(mutex_);
  floor_ = minute_;
}

void BandMeter::finish() {
  if (auto hour = baseline_.take()) hour_ = EndedHour{std::move(*hour), gain_of_tuning_};
  const std::scoped_lock lock(mutex_);
  if (auto period = occupancy_.take()) periods_.push_back(std::move(*period));
}

void BandMeter::write(Book& book) {
  add_all(periods_, book);
  add_all(minutes_, book);
  if (!hour_) return;
  const auto& [hour, gain] = *hour_;
  book.blend({hour.center, hour.span, gain}, hour.of_week, hour.usual);
  hour_.reset();
}

void BandMeter::set(const OccupancyPlan& plan) {
  const std::scoped_lock lock(mutex_);
  occupancy_.set(plan);
}

std::optional<OccupancyPeriod> BandMeter::period() {
  const std::scoped_lock lock(mutex_);
  return occupancy_.period().rows > 0 ? std::optional(occupancy_.period()) : std::nullopt;
}

std::optional<FloorFacts> BandMeter::floor() {
  const std::scoped_lock lock(mutex_);
  return floor_;
}

std::optional<Band> BandMeter::band() {
  const std::scoped_lock lock(mutex_);
  return band_;
}

}  // namespace spectrumd
