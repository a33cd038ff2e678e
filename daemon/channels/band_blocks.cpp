// SPDX-License-Identifier: MIT
#include "daemon/channels/band_blocks.h"

#include <cmath>
#include <utility>

namespace spectrumd {
namespace {

constexpr double kLongestFill = 1;  // seconds of lost samples that are silence; after more, the band begins again

}  // namespace

BandBlocks::BandBlocks(gpufft::SampleFormat format, bool demo, ShapeFor shape_for)
    : format_(format), shape_for_(std::move(shape_for)) {
  received_.demo = demo;
}

std::int64_t BandBlocks::next_block() const {
  return band_ ? band_->next_sample() / static_cast<std::int64_t>(received_.shape.advance) : 0;
}

std::chrono::nanoseconds BandBlocks::duration(std::size_t samples) const {
  return std::chrono::nanoseconds(std::llround(static_cast<double>(samples) / received_.shape.rate * 1e9));
}

void BandBlocks::take(const IqStretch& stretch, Sink& sink) {
  const std::size_t sample_bytes = gpufft::bytes_per_sample(format_);
  adopt(stretch, sink);
  std::span<const std::byte> rest = stretch.bytes;
  while (!rest.empty()) {
    rest = rest.subspan(band_->fill(rest) * sample_bytes);
    if (band_->full()) sink.take(received_, band_->transform());
  }
  received_.sample = stretch.first_sample + stretch.bytes.size() / sample_bytes;
  received_.time = stretch.time + duration(stretch.bytes.size() / sample_bytes);
}

// Short holes in an otherwise steady band are silence.
void BandBlocks::adopt(const IqStretch& stretch, Sink& sink) {
  const bool is_other = !band_ || stretch.resumed || stretch.tuned != received_.tuned ||
                        stretch.epoch != received_.epoch ||
                        static_cast<double>(stretch.lost_before) > kLongestFill * received_.shape.rate;
  if (is_other) return begin(stretch, sink);
  for (std::uint64_t lost = stretch.lost_before; lost > 0;) {
    lost -= band_->fill_silence(lost);
    if (band_->full()) sink.take(received_, band_->transform());
  }
  received_.sample = stretch.first_sample;
  received_.time = stretch.time;
}

void BandBlocks::begin(const IqStretch& stretch, Sink& sink) {
  if (!band_ || stretch.tuned.rate.value != received_.shape.rate) {
    received_.shape = shape_for_(stretch.tuned.rate.value);
    band_.emplace(format_, received_.shape);
  }
  received_.tuned = stretch.tuned;
  received_.sample = stretch.first_sample;
  received_.time = stretch.time;
  received_.epoch = stretch.epoch;
  band_->restart(static_cast<std::int64_t>(stretch.first_sample));
  sink.begin(received_, stretch.first_sample);
}

}  // namespace spectrumd
