// SPDX-License-Identifier: MIT
#include "daemon/outputs/channel_feed.h"

#include <span>
#include <utility>

#include "daemon/channels/streams/iq_reader.h"

namespace spectrumd {

void ListenChanges::put(const ListenSettings& settings) {
  const std::scoped_lock lock(mutex_);
  settings_ = settings;
}

std::optional<ListenSettings> ListenChanges::fetch() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(settings_, std::nullopt);
}

ChannelFeed::ChannelFeed(std::shared_ptr<Recorder> recorder, std::shared_ptr<ListenChanges> changes)
    : recorder_(std::move(recorder)), changes_(std::move(changes)) {}

// A recording that was to be of some length ends by the clock, also while its channel is outside of the band.
void ChannelFeed::take(const ChannelBlock& block) {
  const RecordingPlan& plan = recorder_->plan();
  next_ += block.lost_before;
  if (block.samples.empty()) {
    if (first_ && next_ - *first_ >= plan.limits.samples) recorder_->end("complete");
    return;
  }
  if (!first_) first_ = next_;
  bytes_.clear();
  append_iq(plan.source.format, block.samples, bytes_);
  recorder_->take({.bytes = std::as_bytes(std::span(bytes_)),
                   .first_sample = next_,
                   .time = block.time,
                   .tuned = {.center = center(),
                             .rate = {block.rate},
                             .gain = std::nullopt,
                             .ppm = 0,
                             .generation = block.generation,
                             .locked = std::nullopt,
                             .conversion = {}},
                   .epoch = block.epoch});
  next_ += block.samples.size();
}

void ChannelFeed::adopt(const ChannelOrder& order) {
  if (changes_ && order.listen) changes_->put(*order.listen);
  const std::scoped_lock lock(mutex_);
  center_ = order.settings.center;
}

Hertz ChannelFeed::center() const {
  const std::scoped_lock lock(mutex_);
  return center_;
}

}  // namespace spectrumd
