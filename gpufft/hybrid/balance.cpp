// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/balance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "gpufft/backend.h"

namespace gpufft::hybrid {
namespace {

constexpr double kNewest = 0.3;  // weight of the newest batch: after ten, what was before counts 3 %
constexpr double kJump = 2;
constexpr double kTrying = 0.005;  // of the time, for each way that is slower than the best
constexpr int kTrialCalls = 4;

bool differ(double part, double other) { return std::abs(part - other) > 0.1 * std::min(other, 1 - other); }

}  // namespace

// A time that is not like those before is another load, or chance: it counts if the next one is like it.
void Balance::Speed::follow(const Work& work) {
  if (work.items == 0 || work.time.count() <= 0) return;
  const auto jumps = [this](double seen) { return seen > kJump * seconds || kJump * seen < seconds; };
  const double seen = work.time.count() / static_cast<double>(work.items), before = std::exchange(newest, seen);
  if (!jumps(seen))
    seconds += kNewest * (seen - seconds);
  else if (seconds == 0 || jumps(before))
    seconds = seen;
}

Balance::Balance(double processor_cap) : cap_(processor_cap) {
  if (cap_ > 0 && cap_ <= 1) return;  // NaN is neither
  throw PlanError("invalid limit for the processor, " + std::to_string(100 * processor_cap) +
                  " % of the time: expected more than 0 and at most 100");
}

double Balance::processor_part() const {
  if (processor_.seconds == 0 || accelerator_.seconds == 0) return 0.5;
  return cap_ / (processor_.seconds / accelerator_.seconds + cap_);
}

std::size_t Balance::processor_items(std::size_t batch) const {
  if (batch < 2) return processor_part() > 0.5 ? batch : 0;
  switch (way_for(batch)) {
    case kProcessor:
      return batch;
    case kAccelerator:
      return 0;
    case kShared:
      break;
  }
  return shared_items(batch);
}

std::size_t Balance::shared_items(std::size_t batch) const {
  const auto items = static_cast<std::size_t>(std::lround(processor_part() * static_cast<double>(batch)));
  return std::clamp<std::size_t>(items, 1, batch - 1);
}

// What was shared in other parts than it would be now does not count: it is shared again, until the parts stay. To
// share only for a small gain is not worth it, as its time varies most.
Balance::Way Balance::way_for(std::size_t batch) const {
  constexpr double kLeastGain = 0.03;
  const Ways& ways = ways_[std::bit_width(batch)];
  const double part = static_cast<double>(shared_items(batch)) / static_cast<double>(batch);
  if (ways[kShared].speed.seconds == 0 || differ(part, ways[kShared].part)) return kShared;
  Way best = expected(ways, kProcessor) < expected(ways, kAccelerator) ? kProcessor : kAccelerator;
  if (expected(ways, kShared) < (1 - kLeastGain) * expected(ways, best)) best = kShared;
  return way_on_trial(ways, best, batch);
}

// A way that is worth a trial, or the best. A trial is a few calls, as the first has to wake threads. What is expected
// of a way that was never used says little: it is tried when that costs as much as all the work so far.
Balance::Way Balance::way_on_trial(const Ways& ways, Way best, std::size_t batch) const {
  for (const Way way : {kShared, kProcessor, kAccelerator}) {
    if (way == best) continue;
    if (ways[way].in_a_row > 0 && ways[way].in_a_row < kTrialCalls) return way;
    const double lost = (expected(ways, way) - expected(ways, best)) * static_cast<double>(batch) * kTrialCalls;
    const bool known = ways[way].speed.seconds > 0;
    if (lost < (known ? kTrying : 1) * ways[way].since) return way;
  }
  return best;
}

// Seconds per item. Alone either is expected to be as fast as it was next to the other.
double Balance::expected(const Ways& ways, Way way) const {
  if (way == kProcessor && cap_ < 1) return std::numeric_limits<double>::infinity();
  if (ways[way].speed.seconds > 0) return ways[way].speed.seconds;
  return way == kProcessor ? processor_.seconds : accelerator_.seconds;
}

void Balance::note(const Work& processor, const Work& accelerator) {
  const Work all{processor.items + accelerator.items, std::max(processor.time, accelerator.time)};
  if (all.items == 0) return;
  const bool shared = processor.items > 0 && accelerator.items > 0;
  Ways& ways = ways_[std::bit_width(all.items)];
  for (Experience& experience : ways) experience.since += all.time.count();
  Experience& used = ways[shared ? kShared : processor.items > 0 ? kProcessor : kAccelerator];
  const double part = static_cast<double>(processor.items) / static_cast<double>(all.items);
  const int in_a_row = used.in_a_row + 1;
  for (Experience& experience : ways) experience.in_a_row = 0;
  if (in_a_row == 1) used.cold = used.since > 2 * kTrialCalls * all.time.count();
  if ((used.cold && in_a_row <= kTrialCalls) || differ(part, used.part)) used.speed = {};
  used.speed.follow(all);
  used.part = part;
  used.since = 0;
  used.in_a_row = in_a_row;
  if (!shared) return;
  processor_.follow(processor);
  accelerator_.follow(accelerator);
}

}  // namespace gpufft::hybrid
