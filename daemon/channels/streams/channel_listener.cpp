// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/channel_listener.h"

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

constexpr double kLongestPause = 1;  // seconds of silence in place of lost samples, at a time

}  // namespace

ChannelListener::ChannelListener(const ListenSettings& settings)
    : rate_(channel_for(settings).rate), listener_(settings) {}

void ChannelListener::adopt(const ChannelOrder& order) {
  if (!order.listen || channel_for(*order.listen).rate != rate_) return;
  const std::scoped_lock lock(mutex_);
  wanted_ = order.listen;
}

void ChannelListener::adopt_wanted() {
  std::unique_lock lock(mutex_);
  const auto wanted = std::exchange(wanted_, std::nullopt);
  lock.unlock();
  if (wanted && *wanted != listener_.settings()) listener_.set(*wanted);
}

std::span<const float> ChannelListener::take(const ChannelBlock& block) {
  adopt_wanted();
  const std::uint64_t lost = std::min(block.lost_before, static_cast<std::uint64_t>(kLongestPause * rate_));
  if (lost > 0) listener_.gap(lost);
  sound_.clear();
  listener_.take(block.samples, sound_);
  samples_ += lost + block.samples.size();
  frames_ += sound_.size() / sound_channels();
  if (!sound_.empty()) {
    ListenStatus status = listener_.status();
    const std::scoped_lock lock(mutex_);
    status_ = std::move(status);
  }
  return sound_;
}

double ChannelListener::lag() const {
  const double waiting = static_cast<double>(samples_) / rate_ - static_cast<double>(frames_) / sound_rate();
  return waiting + listener_.delay();
}

ListenStatus ChannelListener::status() const {
  const std::scoped_lock lock(mutex_);
  return status_;
}

}  // namespace spectrumd
