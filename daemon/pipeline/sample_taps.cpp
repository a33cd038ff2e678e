// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sample_taps.h"

#include <utility>

namespace spectrumd {

void SampleTaps::add(std::shared_ptr<SampleTap> tap) {
  const std::scoped_lock lock(mutex_);
  taps_.push_back(std::move(tap));
}

void SampleTaps::add(std::shared_ptr<SampleTap> tap, double seconds) {
  if (seconds <= 0) return add(std::move(tap));
  std::vector<std::byte> buffer(kPastPieceBytes);
  PastCursor cursor = begin_past(seconds);
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto piece = past_ ? past_->read(cursor, buffer) : std::nullopt;
    if (!piece) return taps_.push_back(std::move(tap));
    lock.unlock();
    tap->take(*piece);
  }
}

void SampleTaps::remove(const SampleTap& tap) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(taps_, [&](const auto& other) { return other.get() == &tap; });
}

PastCursor SampleTaps::begin_past(double seconds) const {
  const std::scoped_lock lock(mutex_);
  return past_ ? past_->begin(seconds) : PastCursor{};
}

std::optional<IqBlock> SampleTaps::read_past(PastCursor& cursor, std::vector<std::byte>& buffer) const {
  const std::scoped_lock lock(mutex_);
  return past_ ? past_->read(cursor, buffer) : std::nullopt;
}

void SampleTaps::keep_past(std::unique_ptr<PastSamples> past) {
  const std::scoped_lock lock(mutex_);
  past_.swap(past);
  ++past_serial_;
}

std::uint64_t SampleTaps::past_serial() const {
  const std::scoped_lock lock(mutex_);
  return past_serial_;
}

std::size_t SampleTaps::past_bytes() const {
  const std::scoped_lock lock(mutex_);
  return past_ ? past_->bytes() : 0;
}

// A block is in the past or given to a tap that is added later, never both. Taps are called outside of the lock: they
// may block a source that can wait.
void SampleTaps::take(const IqBlock& block, Past past) {
  std::unique_lock lock(mutex_);
  if (past_ && past == Past::Kept) past_->put(block);
  if (taps_.empty()) return;
  const auto taps = taps_;
  lock.unlock();
  for (const auto& tap : taps) tap->take(block);
}

void SampleTaps::end(const std::string& reason) {
  std::unique_lock lock(mutex_);
  const auto taps = std::exchange(taps_, {});
  lock.unlock();
  for (const auto& tap : taps) tap->end(reason);
}

}  // namespace spectrumd
