// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_rows.h"

#include <algorithm>
#include <cmath>

#include "daemon/channels/thread_time.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr std::size_t kRowsInMemory = 20;  // for clients that are late

std::unique_ptr<gpufft::Spectrum> spectrum_for(const ZoomPlan& plan) {
  return gpufft::processor_backend().plan_spectrum({.format = gpufft::SampleFormat::Cf32,
                                                    .bins = plan.points,
                                                    .hop = plan.points,
                                                    .window = plan.window,
                                                    .remove_dc = false});
}

std::uint64_t frames_in(double samples, double hop) {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(samples / hop)));
}

std::chrono::nanoseconds nanoseconds_of(double seconds) {
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

}  // namespace

ZoomRows::ZoomRows(const ZoomPlan& plan)
    : plan_(plan),
      row_samples_(plan.channel.rate / plan.rows),
      frames_per_row_(frames_in(row_samples_, plan.hop * static_cast<double>(plan.points))),
      offset_(plan.remove_dc ? std::optional<ConstantOffset>(std::in_place, plan.channel.rate, plan.points)
                             : std::nullopt),
      maker_(plan.averaging, plan.offset),
      rows_(History::recent_only(kRowsInMemory, plan.points)) {
  power_.clear(plan.points);
  facts_.center = plan.channel.center;
  facts_.span = Hertz{plan.channel.rate};
  facts_.duration = nanoseconds_of(1 / plan.rows);
  facts_.ffts = static_cast<std::uint32_t>(frames_per_row_);
}

void ZoomRows::take(const ChannelBlock& block) {
  const double began = thread_seconds();
  if (!spectrum_) spectrum_ = spectrum_for(plan_);
  if (!continues(block)) begin(block);
  timed_ = first_ + samples_.size() - done_;
  time_ = block.time;
  if (offset_) offset_->track(timed_, block.samples);
  const std::size_t held = samples_.size();
  samples_.resize(held + block.samples.size());  // insert() copies one by one
  std::copy(block.samples.begin(), block.samples.end(), samples_.begin() + static_cast<std::ptrdiff_t>(held));
  transform_frames();
  processor_seconds_ = processor_seconds_ + thread_seconds() - began;
}

bool ZoomRows::continues(const ChannelBlock& block) const {
  return begun_ && block.lost_before == 0 && block.generation == facts_.generation && block.epoch == epoch_;
}

void ZoomRows::begin(const ChannelBlock& block) {
  if (begun_) facts_.flags |= block.generation == facts_.generation ? kRowGap : kRowRetuned;
  begun_ = true;
  samples_.clear();
  done_ = 0;
  first_ = frames_ = 0;
  power_.clear(plan_.points);
  maker_.forget();
  if (offset_) offset_->begin(block.band_center.value - plan_.channel.center.value);
  facts_.generation = block.generation;
  facts_.epoch = block.epoch.number;
  epoch_ = block.epoch;
  lasting_flags_ = static_cast<std::uint16_t>(kRowZoomed | (block.epoch.synchronized ? 0 : kRowUnsynchronized) |
                                              (block.demo ? kRowSimulated : 0));
}

std::uint64_t ZoomRows::start_of_frame(std::uint64_t frame) const {
  return static_cast<std::uint64_t>(static_cast<double>(frame) * row_samples_ / static_cast<double>(frames_per_row_));
}

void ZoomRows::transform_frames() {
  while (first_ + samples_.size() - done_ >= start_of_frame(frames_) + plan_.points) {
    const std::uint64_t start = start_of_frame(frames_);
    done_ += static_cast<std::size_t>(start - first_);
    first_ = start;
    spectrum_->accumulate(std::as_bytes(frame()), 1, power_);
    if (++frames_ % frames_per_row_ == 0) finish_row();
  }
  if (done_ < plan_.points && done_ < samples_.size()) return;  // moved seldom
  samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(done_));
  done_ = 0;
}

std::span<const std::complex<float>> ZoomRows::frame() {
  const auto samples = std::span(samples_).subspan(done_, plan_.points);
  if (!offset_ || !offset_->in_channel()) return samples;
  frame_.assign(samples.begin(), samples.end());
  offset_->remove(first_, frame_);
  return frame_;
}

void ZoomRows::finish_row() {
  const double end = static_cast<double>(first_ + plan_.points);
  facts_.time = time_ + nanoseconds_of((end - static_cast<double>(timed_)) / plan_.channel.rate) - facts_.duration;
  ++facts_.sequence;
  facts_.flags |= lasting_flags_;
  rows_.push(maker_.make(power_, facts_));
  power_.clear(plan_.points);
  facts_.flags = 0;
}

}  // namespace spectrumd
