// SPDX-License-Identifier: MIT
#include "daemon/pipeline/panorama.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spectrumd {
namespace {

std::vector<Centibel> levels_of(const std::vector<float>& powers) {
  std::vector<Centibel> levels(powers.size(), kNoLevel);
  for (std::size_t bin = 0; bin < powers.size(); ++bin)
    if (powers[bin] > 0) levels[bin] = centibel_from_power(powers[bin]);
  return levels;
}

// A shorter sweep is over before the eye could follow it.
constexpr double kLongSweepSeconds = 1;

}  // namespace

Panorama::Panorama(const SweepPlan& plan, std::size_t averaging, RowInProgress* in_progress)
    : plan_(plan), response_(plan.hops, plan.fft), smoothing_(averaging) {
  if (in_progress && plan.seconds() > kLongSweepSeconds) progress_.emplace(*in_progress, plan.bins);
  begin();
}

void Panorama::begin() {
  for (Layer& layer : layers_) layer.power.assign(plan_.bins, 0);
  weights_.assign(plan_.bins, 0);
  facts_ = {.center = {plan_.from.value + plan_.span().value / 2},
            .span = plan_.span(),
            .generation = plan_.generation,
            .coverage = 0,
            .flags = kRowSwept};
  last_hop_ = folded_ = 0;
}

bool Panorama::accepts(const Row& hop) const {
  const double off = hop.center.value - plan_.center(hop_of(hop), false).value;
  return hop.generation == plan_.generation && hop.bins() == plan_.fft &&
         std::abs(off) < plan_.spacing() / 4 * plan_.bin.value;
}

std::size_t Panorama::hop_of(const Row& row) const {
  const double steps = (row.center.value - plan_.center(0, false).value) / plan_.bin.value / plan_.spacing();
  return std::min(static_cast<std::size_t>(std::lround(std::max(0.0, steps))), plan_.hops - 1);
}

RowPtr Panorama::add(const Row& hop, std::uint64_t sequence) {
  const std::size_t index = hop_of(hop);
  const bool stepped = folded_ > 0 && hop.epoch != facts_.epoch;
  if (index < last_hop_ || stepped) begin();  // the last hop of the sweep before never came
  const bool belongs_to_no_sweep = folded_ == 0 && index > 0 && index + 1 == plan_.hops;
  if (belongs_to_no_sweep) return nullptr;  // the rest of a last hop that was interrupted
  if (folded_ == 0 || index > last_hop_) ++folded_;
  last_hop_ = index;
  learn(hop, index);
  const Place place = place_of(hop, index);
  fold(hop, place);
  note_facts(hop);
  if (progress_) show(place, sequence);
  return index + 1 == plan_.hops ? finish(sequence) : nullptr;
}

// 1 within the step of the hop, falling to 0 beyond the joints, 0 in the middle.
float Panorama::weight(std::size_t bin, const Place& hop) const {
  const std::size_t off = bin > hop.middle ? bin - hop.middle : hop.middle - bin;
  if (off <= plan_.notch) return 0;
  const auto reach = static_cast<float>(plan_.overlap);
  const float above_start = static_cast<float>(bin) - static_cast<float>(hop.begin) + reach + 0.5F;
  const float below_end = static_cast<float>(hop.end) - static_cast<float>(bin) + reach - 0.5F;
  const float rise = hop.is_first ? 1 : above_start / (2 * reach);
  const float fall = hop.is_last ? 1 : below_end / (2 * reach);
  return std::clamp(std::min(rise, fall), 0.0F, 1.0F);
}

// A signal that overloads the radio fills the whole hop with false signals.
void Panorama::learn(const Row& row, std::size_t hop) {
  if ((row.flags & (kRowClipped | kRowUnlocked)) == 0) response_.learn(hop, row.levels[0].full());
}

Panorama::Place Panorama::place_of(const Row& row, std::size_t hop) const {
  const double off = (row.center.value - plan_.from.value) / plan_.bin.value;
  return {.begin = plan_.joint(hop),
          .end = plan_.joint(hop + 1),
          .middle = static_cast<std::size_t>(std::max(0L, std::lround(off))),
          .is_first = hop == 0,
          .is_last = hop + 1 == plan_.hops};
}

void Panorama::fold(const Row& row, const Place& hop) {
  const std::size_t first = hop.begin - std::min(hop.begin, plan_.overlap);
  const std::size_t last = std::min(hop.end + plan_.overlap, plan_.bins);
  for (std::size_t bin = first; bin < last; ++bin) {
    const std::size_t from_below = bin + plan_.fft / 2;  // of the hop's own bins, before the middle is taken off
    if (from_below < hop.middle || from_below - hop.middle >= plan_.fft) continue;
    const std::size_t own = from_below - hop.middle;
    const float share = weight(bin, hop);
    weights_[bin] += share;
    for (std::size_t detector = 0; detector < layers_.size(); ++detector)
      layers_[detector].power[bin] +=
          share * response_.gain(own) * static_cast<float>(power_of(row.levels[detector].full()[own]));
  }
}

void Panorama::note_facts(const Row& row) {
  if (facts_.ffts == 0) {
    facts_.time = row.time;
    facts_.epoch = row.epoch;
  }
  facts_.ffts = facts_.ffts == 0 ? row.ffts : std::min(facts_.ffts, row.ffts);
  facts_.duration = row.time + row.duration - facts_.time;
  facts_.coverage += row.coverage / static_cast<double>(plan_.hops);
  facts_.clipped += row.clipped / static_cast<double>(plan_.hops);
  facts_.flags |= static_cast<std::uint16_t>(row.flags & ~kRowRetuned);
}

// What the sweep has measured so far, as the row that will be number `sequence`.
void Panorama::show(const Place& hop, std::uint64_t sequence) {
  RowFacts so_far = facts_;
  so_far.sequence = sequence;
  const double part = static_cast<double>(folded_) / static_cast<double>(plan_.hops);
  so_far.coverage = std::min(1.0, facts_.coverage / part);
  so_far.clipped = facts_.clipped / part;
  so_far.flags |= static_cast<std::uint16_t>(kRowPartial | (retuned_ ? kRowRetuned : 0));
  SweepProgress::Powers powers{.weighted = {}, .weights = weights_, .before = {}};
  for (std::size_t detector = 0; detector < layers_.size(); ++detector) {
    powers.weighted[detector] = layers_[detector].power;
    powers.before[detector] = layers_[detector].before;
  }
  if (folded_ == 1) progress_->begin();
  const std::size_t last = std::min(hop.end + plan_.overlap, plan_.bins);
  progress_->add(so_far, powers,
                 {.first = hop.begin - std::min(hop.begin, plan_.overlap), .last = last, .end = hop.end});
}

// The first sweep has no previous one for the middles of its hops: rows begin with the second.
RowPtr Panorama::finish(std::uint64_t sequence) {
  const bool complete = folded_ == plan_.hops, first = layers_.front().before.empty();
  if (complete || !first)
    for (Layer& layer : layers_) layer.before = powers_of(layer);
  response_.settle();
  if (first && progress_) progress_->show();  // all of it, as no row follows
  RowPtr row = first ? nullptr : make_row(sequence, complete);
  begin();
  return row;
}

RowPtr Panorama::make_row(std::uint64_t sequence, bool complete) {
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts_;
  row->sequence = sequence;
  row->coverage = std::min(1.0, row->coverage);
  if (!complete) row->flags |= kRowGap;
  if (std::exchange(retuned_, false)) row->flags |= kRowRetuned;
  constexpr std::array kPools{Pool::Mean, Pool::Max, Pool::Min};
  for (std::size_t detector = 0; detector < layers_.size(); ++detector) {
    auto power = layers_[detector].before;
    if (kDetectors[detector] == Detector::Mean) smoothing_.smooth(power);
    row->levels[detector] = Pyramid(kPools[detector], levels_of(power));
  }
  return row;
}

std::vector<float> Panorama::powers_of(const Layer& layer) const {
  std::vector<float> powers(plan_.bins, 0);
  for (std::size_t bin = 0; bin < plan_.bins; ++bin) {
    if (weights_[bin] > 0)
      powers[bin] = layer.power[bin] / weights_[bin];
    else if (!layer.before.empty())
      powers[bin] = layer.before[bin];
  }
  return powers;
}

}  // namespace spectrumd
