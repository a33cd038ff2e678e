// SPDX-License-Identifier: MIT
#include "daemon/pipeline/iq_ring.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

namespace spectrumd {

namespace {
// Many short stretches (a source that retunes all the time) must not grow the bookkeeping without bound.
constexpr std::size_t kMostStretches = 1024;
}  // namespace

IqRing::IqRing(std::size_t least_bytes, std::size_t bytes_per_sample)
    : bytes_per_sample_(bytes_per_sample), memory_(least_bytes), capacity_(memory_.size() / bytes_per_sample) {}

bool IqRing::put(const IqBlock& block) {
  const std::size_t samples = block.bytes.size() / bytes_per_sample_;
  if (samples == 0) return true;
  std::size_t write_at = 0;
  {
    const std::scoped_lock lock(mutex_);
    if (buffered_ + samples > capacity_ || stretches_.size() >= kMostStretches) return false;
    write_at = (read_at_ + buffered_) % capacity_;
  }
  // Outside the lock: the reader never looks beyond buffered_.
  std::memcpy(memory_.data() + write_at * bytes_per_sample_, block.bytes.data(), samples * bytes_per_sample_);
  {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t missing = note_arrival(block, samples);
    // Samples dropped by the ring have been counted by drop(), which leaves a hole before next_sample_.
    counts_.dropped += missing;
    const std::uint64_t hole = missing + std::exchange(hole_, 0);
    if (hole > 0 || !continues_stretch(block))
      stretches_.push_back(
          {block.first_sample, 0, hole, block.resumed, block.tuned, block.epoch, block.first_sample, block.time});
    Stretch& back = stretches_.back();
    back.samples += samples;
    back.timed_sample = block.first_sample;
    back.time = block.time;
    buffered_ += samples;
  }
  filled_.notify_one();
  return true;
}

void IqRing::drop(const IqBlock& block) {
  const std::size_t samples = block.bytes.size() / bytes_per_sample_;
  const std::scoped_lock lock(mutex_);
  const std::uint64_t missing = note_arrival(block, samples);
  counts_.dropped += missing + samples;
  hole_ += missing + samples;
}

void IqRing::discard(const IqBlock& block) {
  const std::size_t samples = block.bytes.size() / bytes_per_sample_;
  const std::scoped_lock lock(mutex_);
  counts_.dropped += note_arrival(block, samples);
  counts_.discarded += samples;
}

// Arrivals are counted only here, independently of what becomes of them, so that the sums can be compared.
std::uint64_t IqRing::note_arrival(const IqBlock& block, std::size_t samples) {
  if (!std::exchange(started_, true)) next_sample_ = block.first_sample;
  const std::uint64_t missing = block.first_sample > next_sample_ ? block.first_sample - next_sample_ : 0;
  arrived_ += missing + samples;
  next_sample_ = block.first_sample + samples;
  return missing;
}

bool IqRing::continues_stretch(const IqBlock& block) const {
  return !stretches_.empty() && !block.resumed && stretches_.back().tuned == block.tuned &&
         stretches_.back().epoch == block.epoch;
}

void IqRing::wait_for_room(std::size_t samples, std::chrono::milliseconds limit, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  emptied_.wait_for(lock, stop, limit,
                    [&] { return buffered_ + samples <= capacity_ && stretches_.size() < kMostStretches; });
}

void IqRing::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  filled_.notify_one();
}

bool IqRing::front_ready(std::size_t samples) const {
  if (stretches_.empty()) return ended_;
  return stretches_.front().samples >= samples || stretches_.size() > 1 || ended_;
}

Time IqRing::time_of_front() const {
  const Stretch& front = stretches_.front();
  const auto ahead = static_cast<double>(static_cast<std::int64_t>(front.first_sample - front.timed_sample));
  return front.time + std::chrono::nanoseconds(std::llround(ahead / front.tuned.rate.value * 1e9));
}

IqStretch IqRing::wait(std::size_t samples, std::chrono::milliseconds limit, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (!filled_.wait_for(lock, stop, limit, [&] { return front_ready(samples); }) || stretches_.empty()) return {};
  const Stretch& front = stretches_.front();
  return {.bytes = {memory_.data() + read_at_ * bytes_per_sample_, front.samples * bytes_per_sample_},
          .first_sample = front.first_sample,
          .time = time_of_front(),
          .epoch = front.epoch,
          .tuned = front.tuned,
          .lost_before = front.lost_before,
          .resumed = front.resumed,
          .complete = stretches_.size() > 1 || ended_};
}

void IqRing::consume(const Consumed& fate) {
  {
    const std::scoped_lock lock(mutex_);
    const std::size_t samples = fate.processed + fate.discarded;
    Stretch& front = stretches_.front();
    assert(samples <= front.samples);
    counts_.processed += fate.processed;
    counts_.discarded += fate.discarded;
    counts_.clipped += fate.clipped;
    front.first_sample += samples;
    front.samples -= samples;
    front.lost_before = 0;
    front.resumed = false;
    read_at_ = (read_at_ + samples) % capacity_;
    buffered_ -= samples;
    if (front.samples == 0) stretches_.pop_front();
  }
  emptied_.notify_one();
}

bool IqRing::drained() const {
  const std::scoped_lock lock(mutex_);
  return ended_ && stretches_.empty();
}

SampleCounts IqRing::counts() const {
  const std::scoped_lock lock(mutex_);
  SampleCounts counts = counts_;
  counts.received = arrived_ - buffered_;
  counts.buffered = buffered_;
  return counts;
}

}  // namespace spectrumd
