// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/balance.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gpufft/backend.h"

namespace gpufft::hybrid {
namespace {

constexpr double kNewest = 0.3;  // weight of the newest batch: after ten, what was before counts 3 %

void follow(double& seconds, const Balance::Work& work) {
  if (work.items == 0 || work.time.count() <= 0) return;
  const double seen = work.time.count() / static_cast<double>(work.items);
  seconds = seconds == 0 ? seen : seconds + kNewest * (seen - seconds);
}

}  // namespace

Balance::Balance(double processor_cap) : cap_(processor_cap) {
  if (cap_ > 0 && cap_ <= 1) return;  // NaN is neither
  throw PlanError("invalid limit for the processor, " + std::to_string(100 * processor_cap) +
                  " % of the time: expected more than 0 and at most 100");
}

double Balance::processor_part() const {
  if (processor_seconds_ == 0 || accelerator_seconds_ == 0) return 0.5;
  return cap_ / (processor_seconds_ / accelerator_seconds_ + cap_);
}

std::size_t Balance::processor_items(std::size_t batch) const {
  if (batch < 2) return processor_part() > 0.5 ? batch : 0;
  const auto items = static_cast<std::size_t>(std::lround(processor_part() * static_cast<double>(batch)));
  return std::clamp<std::size_t>(items, 1, batch - 1);
}

void Balance::note(const Work& processor, const Work& accelerator) {
  follow(processor_seconds_, processor);
  follow(accelerator_seconds_, accelerator);
}

}  // namespace gpufft::hybrid
