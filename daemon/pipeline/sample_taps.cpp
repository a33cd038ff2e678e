// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sample_taps.h"

#include <utility>

namespace spectrumd {

// With the lock held.
void SampleTaps::replace(const std::function<void(Taps&)>& change) {
  Taps next = *taps_;
  change(next);
  taps_ = std::make_shared<const Taps>(std::move(next));
}

void SampleTaps::add(std::shared_ptr<SampleTap> tap) {
  const std::scoped_lock lock(mutex_);
  replace([&](Taps& taps) { taps.push_back(std::move(tap)); });
}

// A block is committed to the past under the lock under which its taps are chosen, so it is in the past of a new tap or
// comes to it, never both.
void SampleTaps::add(std::shared_ptr<SampleTap> tap, double seconds) {
  if (seconds <= 0) return add(std::move(tap));
  std::vector<std::byte> buffer(kPastPieceBytes);
  PastCursor cursor = begin_past(seconds);
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto past = past_;
    const auto stretch = past ? past->find(cursor, buffer.size()) : std::nullopt;
    if (!stretch) return replace([&](Taps& taps) { taps.push_back(std::move(tap)); });
    lock.unlock();
    const auto block = copy(*past, *stretch, buffer);
    if (!block) continue;
    cursor.at += stretch->samples;
    tap->take(*block);
  }
}

void SampleTaps::remove(const SampleTap& tap) {
  const std::scoped_lock lock(mutex_);
  replace([&](Taps& taps) { std::erase_if(taps, [&](const auto& other) { return other.get() == &tap; }); });
}

PastCursor SampleTaps::begin_past(double seconds) const {
  const std::scoped_lock lock(mutex_);
  return past_ ? past_->begin(seconds) : PastCursor{};
}

std::optional<IqBlock> SampleTaps::read_past(PastCursor& cursor, std::vector<std::byte>& buffer) const {
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto past = past_;
    const auto stretch = past ? past->find(cursor, buffer.size()) : std::nullopt;
    if (!stretch) return std::nullopt;
    lock.unlock();
    const auto block = copy(*past, *stretch, buffer);
    if (!block) continue;
    cursor.at += stretch->samples;
    return block;
  }
}

// Nullopt if it was overwritten meanwhile.
std::optional<IqBlock> SampleTaps::copy(const PastSamples& past, const PastStretch& stretch,
                                        std::vector<std::byte>& buffer) const {
  const IqBlock block = past.read(stretch, buffer);
  const std::scoped_lock lock(mutex_);
  return past.has(stretch) ? std::optional(block) : std::nullopt;
}

void SampleTaps::keep_past(std::unique_ptr<PastSamples> past) {
  std::shared_ptr<PastSamples> other = std::move(past);  // what it was is released without the lock
  const std::scoped_lock lock(mutex_);
  past_.swap(other);
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

std::shared_ptr<PastSamples> SampleTaps::reserve(const IqBlock& block) {
  const std::scoped_lock lock(mutex_);
  if (past_) past_->reserve(block);
  return past_;
}

// Taps are called outside of the lock: they may block a source that can wait.
void SampleTaps::take(const IqBlock& block, Past kept) {
  const auto past = kept == Past::Kept ? reserve(block) : nullptr;
  if (past) past->copy(block);
  std::unique_lock lock(mutex_);
  if (past) past->commit(block);
  const auto taps = taps_;
  lock.unlock();
  for (const auto& tap : *taps) tap->take(block);
}

void SampleTaps::end(const std::string& reason) {
  std::unique_lock lock(mutex_);
  const auto taps = std::exchange(taps_, std::make_shared<const Taps>());
  lock.unlock();
  for (const auto& tap : *taps) tap->end(reason);
}

}  // namespace spectrumd
