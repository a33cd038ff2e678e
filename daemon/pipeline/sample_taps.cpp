// SPDX-License-Identifier: MIT
#include "daemon/pipeline/sample_taps.h"

#include <utility>

namespace spectrumd {

void SampleTaps::add(std::shared_ptr<SampleTap> tap) {
  const std::scoped_lock lock(mutex_);
  taps_.push_back(std::move(tap));
}

void SampleTaps::remove(const SampleTap& tap) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(taps_, [&](const auto& other) { return other.get() == &tap; });
}

// Outside the lock: a tap may block a source that can wait.
void SampleTaps::take(const IqBlock& block) const {
  std::unique_lock lock(mutex_);
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
