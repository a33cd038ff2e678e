// SPDX-License-Identifier: MIT
#include "daemon/pipeline/signals/signal_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daemon/pipeline/view.h"

namespace spectrumd {

namespace {

constexpr double kAveraged = 3;          // seconds: a sentence with its pauses
constexpr double kFarthestSide = 100e3;  // Hz between a carrier and a sideband of its
constexpr double kSlackBins = 2;

// The regions that are one track's in one look.
struct Share {
  std::optional<Region> region;
  bool masked = false;
};

void add_to(Share& share, const Region& region) {
  if (!share.region) {
    share.region = region;
    return;
  }
  share.region->first = std::min(share.region->first, region.first);
  share.region->last = std::max(share.region->last, region.last);
  if (region.level <= share.region->level) return;
  share.region->peak = region.peak;
  share.region->level = region.level;
}

bool covers(const Look& look, const Region& region, double hertz) {
  const double place = look.place(hertz);
  return place >= static_cast<double>(region.first) - kSlackBins &&
         place < static_cast<double>(region.last) + kSlackBins;
}

}  // namespace

void SignalList::add(const Row& merged, std::span<const RowPtr> rows, const gpufft::Window& window) {
  const std::span<const Centibel> levels = levels_of(merged, Detector::Mean).full();
  follow_grid(merged, levels.size());
  average(levels, std::chrono::duration<double>(merged.duration).count());
  const PeakMeter meter(merged, window);
  const Look look{merged, rows, levels, average_, meter, thresholds_of(levels, merged.ffts)};
  floor_ = meter.floor();
  std::vector<Region> regions = find_regions(levels, look.thresholds);
  join_sidebands(regions, static_cast<std::size_t>(kFarthestSide / look.bin_hz()));
  assign(look, regions);
  forget(look);
}

// Signals keep their identity over a retune, as far as they are still received.
void SignalList::follow_grid(const RowFacts& facts, std::size_t bins) {
  const bool same = grid_ && average_.size() == bins && grid_->center == facts.center && grid_->span == facts.span &&
                    grid_->generation == facts.generation && grid_->epoch == facts.epoch;
  if (same) return;
  grid_ = facts;
  average_.assign(bins, 0);
  for (Track& track : tracks_) track.change_grid();
  const double from = facts.center.value - facts.span.value / 2, to = from + facts.span.value;
  std::erase_if(tracks_, [&](const Track& track) {
    return track.signal().frequency.value < from || track.signal().frequency.value >= to;
  });
}

void SignalList::average(std::span<const Centibel> levels, double seconds) {
  const bool first = std::ranges::all_of(average_, [](float power) { return power == 0; });
  const auto weight = static_cast<float>(first ? 1 : 1 - std::exp(-seconds / kAveraged));
  for (std::size_t bin = 0; bin < levels.size(); ++bin) {
    const float power = levels[bin] == kNoLevel ? 0.0F : static_cast<float>(power_of(levels[bin]));
    average_[bin] += weight * (power - average_[bin]);
  }
}

// The nearest of the signals in whose band the region is, or that the region covers.
Track* SignalList::track_for(const Look& look, const Region& region) {
  const double peak = look.hertz(static_cast<double>(region.peak)), slack = kSlackBins * look.bin_hz();
  Track* nearest = nullptr;
  bool inside = false;
  const auto distance = [&](const Track& track) { return std::fabs(track.signal().frequency.value - peak); };
  for (Track& track : tracks_) {
    const bool within = peak >= track.from() - slack && peak <= track.to() + slack;
    if (!within && (inside || !covers(look, region, track.signal().frequency.value))) continue;
    if (!nearest || within > inside || distance(track) < distance(*nearest)) nearest = &track;
    inside = inside || within;
  }
  return nearest;
}

void SignalList::assign(const Look& look, const std::vector<Region>& regions) {
  std::vector<Share> shares(tracks_.size());
  std::vector<const Region*> unknown;
  for (const Region& region : regions) {
    if (Track* const track = track_for(look, region))
      add_to(shares[static_cast<std::size_t>(track - tracks_.data())], region);
    else if (region.level >= look.thresholds.appear)
      unknown.push_back(&region);
  }
  const auto masked = [&](const Track& track) {
    return std::ranges::any_of(
        regions, [&](const Region& region) { return covers(look, region, track.signal().frequency.value); });
  };
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    shares[i].region ? tracks_[i].see(look, *shares[i].region) : tracks_[i].miss(look, masked(tracks_[i]));
  for (const Region* region : unknown) {
    tracks_.emplace_back(++last_id_, look.row.time);
    tracks_.back().see(look, *region);
  }
}

void SignalList::forget(const Look& look) {
  std::erase_if(tracks_, [&look](const Track& track) { return track.gone(look); });
}

std::vector<Signal> SignalList::signals() const {
  std::vector<const Track*> listed;
  for (const Track& track : tracks_)
    if (track.confirmed()) listed.push_back(&track);
  std::ranges::sort(listed, [](const Track* a, const Track* b) {
    return std::pair(-a->rank(), a->signal().frequency) < std::pair(-b->rank(), b->signal().frequency);
  });
  std::vector<Signal> signals;
  for (const Track* track : listed) signals.push_back(track->signal());
  return signals;
}

}  // namespace spectrumd
