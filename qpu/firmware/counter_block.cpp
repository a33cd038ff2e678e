// SPDX-License-Identifier: MIT
#include "qpu/firmware/counter_block.h"

namespace qpu {

namespace {

constexpr std::uint32_t kSourceMask = 0x1F;
constexpr std::uint32_t kLastSource = 29;

}  // namespace

std::uint64_t CounterBlock::since(std::size_t index) const {
  const Counter& counter = counters_[index];
  if (!counts(index) || counter.source > kLastSource) return 0;
  return machine_.performance_counter(static_cast<int>(counter.source)) - counter.began;
}

std::uint32_t CounterBlock::count(int index) const {
  const auto which = static_cast<std::size_t>(index);
  return static_cast<std::uint32_t>(counters_[which].counted + since(which));
}

void CounterBlock::settle(std::size_t index) { counters_[index].counted += since(index); }

void CounterBlock::start(std::size_t index) {
  Counter& counter = counters_[index];
  if (counter.source <= kLastSource) counter.began = machine_.performance_counter(static_cast<int>(counter.source));
}

void CounterBlock::set_source(int index, std::uint32_t source) {
  const auto which = static_cast<std::size_t>(index);
  settle(which);
  counters_[which].source = source & kSourceMask;
  start(which);
}

void CounterBlock::enable(std::uint32_t mask) {
  for (std::size_t index = 0; index < counters_.size(); ++index) settle(index);
  enabled_ = mask;
  for (std::size_t index = 0; index < counters_.size(); ++index) start(index);
}

void CounterBlock::clear(std::uint32_t mask) {
  for (std::size_t index = 0; index < counters_.size(); ++index) {
    if (!(mask >> index & 1)) continue;
    counters_[index].counted = 0;
    start(index);
  }
}

void CounterBlock::reset() {
  enabled_ = 0;
  counters_ = {};
}

}  // namespace qpu
