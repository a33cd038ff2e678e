// SPDX-License-Identifier: MIT
#include "daemon/store/slot_merger.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "daemon/pipeline/view.h"
#include "daemon/store/stored_row.h"

namespace spectrumd {
namespace {

constexpr int kStep = static_cast<int>(kLevelStepDb * kCentibels);

// The power of each stored level, in units of that of the base.
const std::array<float, 256>& powers() {
  static const auto table = [] {
    std::array<float, 256> powers{};
    for (std::size_t v = 1; v < 256; ++v)
      powers.at(v) = static_cast<float>(std::pow(10.0, (static_cast<double>(v) - 1) * kLevelStepDb / 10));
    return powers;
  }();
  return table;
}

// Hundredths of a decibel over the base, from the exponent and 12 bits of the mantissa: exact to 0.001 dB, and a tenth
// of the time of a logarithm.
class FastCentibels {
 public:
  float of(float power) const {
    const auto bits = std::bit_cast<std::uint32_t>(power);
    const int exponent = static_cast<int>(bits >> 23) - 127;
    return kPerOctave * static_cast<float>(exponent) + table_[(bits >> 11) & 0xfff];
  }

 private:
  static constexpr float kPerOctave = 301.02999566F;
  const std::array<float, 4096> table_ = [] {
    std::array<float, 4096> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
      table.at(i) = static_cast<float>(1000 * std::log10(1 + (static_cast<double>(i) + 0.5) / 4096));
    return table;
  }();
};

// Pools the bins of a window into its pieces.
template <class Value, class PoolBins>
std::vector<Value> pooled(std::span<const Value> bins, std::size_t pieces, PoolBins pool) {
  std::vector<Value> result(pieces);
  if (pieces == bins.size()) {
    std::copy(bins.begin(), bins.end(), result.begin());
    return result;
  }
  for (std::size_t piece = 0; piece < pieces; ++piece)
    result[piece] = pool(
        bins.subspan(piece * bins.size() / pieces, (piece + 1) * bins.size() / pieces - piece * bins.size() / pieces));
  return result;
}

template <class Value>
Value most_of(std::span<const Value> bins) {
  Value most = bins[0];
  for (const Value value : bins) most = std::max(most, value);
  return most;
}

float average_of(std::span<const float> bins) {
  float sum = 0, count = 0;
  for (const float power : bins) {
    sum += power;
    count += power > 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : 0;
}

bool same_band(const FrameHead& head, const RowFacts& facts, const Window& a, const Window& b) {
  return head.generation == facts.generation && a.first == b.first && a.last == b.last && a.bins == b.bins &&
         a.center == b.center && a.span == b.span;
}

}  // namespace

void SlotMerger::begin(const ReadFrame& frame, const RowFacts& facts) {
  rows_ = 0;
  facts_ = facts;
  facts_.flags = 0;
  window_ = frame.window;
  base_db_ = frame.head.base_db;
  rbw_hz_ = frame.head.rbw_hz;
  has_mean_ = !frame.mean.empty();
  has_max_ = !frame.max.empty();
  max_.assign(has_max_ ? frame.width() : 0, 0);
  ffts_ = seconds_ = covered_ = clipped_ = 0;
}

void SlotMerger::add_mean(std::span<const std::uint8_t> levels, float ffts) {
  const auto& power = powers();
  if (rows_ == 0) {
    first_mean_.assign(levels.begin(), levels.end());
    first_ffts_ = ffts;
    return;
  }
  if (rows_ == 1) {
    power_.resize(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) power_[i] = power[first_mean_[i]] * static_cast<float>(first_ffts_);
  }
  for (std::size_t i = 0; i < levels.size(); ++i) power_[i] += power[levels[i]] * ffts;
}

void SlotMerger::add(const ReadFrame& frame, std::size_t row) {
  const RowFacts facts = facts_from(frame.head, frame.notes[row]);
  if (empty() || base_db_ != frame.head.base_db || !same_band(frame.head, facts_, frame.window, window_))
    begin(frame, facts);
  const std::size_t width = frame.width();
  const auto ffts = static_cast<float>(std::max<std::uint32_t>(facts.ffts, 1));
  if (has_mean_) add_mean(std::span(frame.mean).subspan(row * width, width), ffts);
  if (has_max_)
    for (std::size_t i = 0; i < width; ++i) max_[i] = std::max(max_[i], frame.max[row * width + i]);
  ++rows_;
  facts_.sequence = facts.sequence;
  facts_.duration = std::max(facts_.duration, facts.time + facts.duration - facts_.time);
  facts_.flags |= facts.flags;
  ffts_ += facts.ffts;
  const double seconds = std::chrono::duration<double>(facts.duration).count();
  seconds_ += seconds;
  covered_ += facts.coverage * seconds;
  clipped_ += facts.clipped * seconds;
}

std::vector<Centibel> SlotMerger::max_levels() const {
  if (!has_max_) return std::vector<Centibel>(window_.bins, kNoLevel);
  return levels_from(pooled<std::uint8_t>(max_, window_.bins, most_of<std::uint8_t>), base_db_);
}

std::vector<Centibel> SlotMerger::mean_levels() const {
  if (!has_mean_) return std::vector<Centibel>(window_.bins, kNoLevel);
  if (rows_ == 1 && (view_.mean_pool == Pool::Max || window_.bins == first_mean_.size()))
    return levels_from(pooled<std::uint8_t>(first_mean_, window_.bins, most_of<std::uint8_t>), base_db_);
  static const FastCentibels centibels;
  std::vector<float> one;
  if (rows_ == 1)
    for (const std::uint8_t level : first_mean_) one.push_back(powers()[level]);
  const std::span<const float> power = rows_ == 1 ? one : power_;
  const auto pieces = view_.mean_pool == Pool::Max ? pooled<float>(power, window_.bins, most_of<float>)
                                                   : pooled<float>(power, window_.bins, average_of);
  const float scale = rows_ == 1 ? 1 : 1 / static_cast<float>(std::max(ffts_, 1.0));
  const auto base = static_cast<float>(base_db_ * kCentibels) + 0.5F;
  std::vector<Centibel> levels(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const float level = base + centibels.of(pieces[i] * scale);
    levels[i] = pieces[i] > 0 ? static_cast<Centibel>(std::floor(std::clamp(level, -32767.F, 32767.F))) : kNoLevel;
  }
  return levels;
}

HistoryReader::PastRow SlotMerger::take() {
  assert(!empty());
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts_;
  row->center = window_.center;
  row->span = window_.span;
  if (rows_ > 1) row->flags |= kRowMerged;
  row->ffts = static_cast<std::uint32_t>(std::min(ffts_, static_cast<double>(UINT32_MAX)));
  if (seconds_ > 0) {
    row->coverage = covered_ / seconds_;
    row->clipped = clipped_ / seconds_;
  }
  row->levels = {Pyramid(Pool::Mean, mean_levels()), Pyramid(Pool::Max, max_levels()),
                 Pyramid(Pool::Min, std::vector<Centibel>(window_.bins, kNoLevel))};
  rows_ = 0;
  return {.row = row, .view = without_edges(view_), .newest = row, .rbw_hz = rbw_hz_};
}

}  // namespace spectrumd
