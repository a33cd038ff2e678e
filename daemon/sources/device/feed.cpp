// SPDX-License-Identifier: MIT
#include "daemon/sources/device/feed.h"

#include <algorithm>

namespace spectrumd {

void Feed::begin(const Tuned& tuned, std::size_t unsettled_bytes) {
  const std::scoped_lock lock(mutex_);
  tuned_ = tuned;
  clock_ = SampleClock(tuned.rate.value);
  backlog_ = Backlog(tuned.rate.value);
  heard_ = now_();
  streaming_ = moving_ = false;
  settled_at_.reset();
  unsettled_bytes_ = unsettled_bytes;
  partial_bytes_ = 0;
  lost_reported_ = 0;
}

void Feed::moving() {
  const std::scoped_lock lock(mutex_);
  moving_ = true;
}

void Feed::settled(const Tuned& tuned, std::size_t unsettled_bytes, std::size_t queue_bytes) {
  const std::scoped_lock lock(mutex_);
  tuned_ = tuned;
  moving_ = false;
  settled_at_ = now_();
  queue_bytes_ = queue_bytes;
  unsettled_bytes_ = unsettled_bytes;
}

void Feed::close() {
  const std::scoped_lock lock(mutex_);
  sink_ = nullptr;
}

Feed::Facts Feed::facts() const {
  const std::scoped_lock lock(mutex_);
  const auto ppm = clock_.ppm();
  return {.heard = heard_,
          .streaming = streaming_,
          .estimated_ppm = ppm ? std::optional(*ppm + tuned_.ppm) : std::nullopt,
          .lost = lost_,
          .next_sample = next_sample_};
}

void Feed::take(std::span<const std::byte> bytes, std::optional<std::uint64_t> lost_samples) {
  const std::scoped_lock lock(mutex_);
  if (!sink_) return;
  heard_ = now_();
  streaming_ = true;
  const auto whole = whole_samples(bytes);
  const std::uint64_t samples = whole.size() / bytes_per_sample_;
  const std::uint64_t by_clock = clock_.arrived(samples, heard_);
  const std::uint64_t lost = lost_samples ? *lost_samples - std::min(lost_reported_, *lost_samples) : by_clock;
  if (lost_samples) backlog_.lost(lost);  // what the clock finds is too long ago: by then the backlog has seen it
  backlog_.arrived(samples, heard_);
  skip_lost(lost);
  if (lost_samples) lost_reported_ = *lost_samples;
  give(whole);
}

void Feed::skip_lost(std::uint64_t samples) {
  lost_ += samples;
  next_sample_ += samples;
}

void Feed::give(std::span<const std::byte> bytes) {
  IqBlock block{.bytes = bytes,
                .first_sample = next_sample_,
                .time = {},
                .tuned = tuned_,
                .resumed = resumed_,
                .heard = clock_.time_of_block()};
  next_sample_ += bytes.size() / bytes_per_sample_;
  if (moving_ || unsettled(bytes.size())) return sink_->discard(block);
  resumed_ = false;
  sink_->take(block);
}

// Blocks queued when the radio was tuned have the previous tuning, whenever they arrive.
bool Feed::unsettled(std::size_t bytes) {
  if (settled_at_ && (queue_bytes_ == 0 || backlog_.newest_block_taken() >= *settled_at_)) settled_at_.reset();
  std::size_t& left = settled_at_ ? queue_bytes_ : unsettled_bytes_;
  const bool unsettled = left > 0;
  left -= std::min(left, bytes);
  return unsettled;
}

// A USB transfer need not end at the end of a sample.
std::span<const std::byte> Feed::whole_samples(std::span<const std::byte> bytes) {
  if (partial_bytes_ == 0 && bytes.size() % bytes_per_sample_ == 0) return bytes;
  partial_.erase(partial_.begin(), partial_.end() - static_cast<std::ptrdiff_t>(partial_bytes_));
  partial_.insert(partial_.end(), bytes.begin(), bytes.end());
  partial_bytes_ = partial_.size() % bytes_per_sample_;
  return std::span(partial_).first(partial_.size() - partial_bytes_);
}

}  // namespace spectrumd
